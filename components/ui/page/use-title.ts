// The title of a page that is known only with its data, for the tab of the browser.
'use client'

import { useIsomorphicEffect } from '@mantine/hooks'

/** Names what a page shows, the most specific part first; nothing is changed while that is not known. */
export function useTitle(shown: string | undefined, ...within: readonly string[]): void {
  const title = [shown, ...within, 'Slipway'].join(' · ')
  useIsomorphicEffect(() => {
    if (shown === undefined) return
    const name = () => {
      if (document.title !== title) document.title = title
    }
    name()
    const renamed = new MutationObserver(name) // Next puts the title of its metadata back when it has hydrated that.
    renamed.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => renamed.disconnect()
  }, [shown, title])
}
