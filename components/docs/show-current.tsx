// Scrolls the list of all pages to the current one, when the list is longer than the screen.
'use client'

import { useEffect } from 'react'

/** `list`: the id of the list, which scrolls by itself; `here`: the address of the page shown. */
export function ShowCurrent({ list, here }: { readonly list: string; readonly here: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place in the same list
  useEffect(() => {
    const pages = document.getElementById(list)
    const show = () => {
      const current = pages?.querySelector<HTMLElement>('[aria-current]')
      if (!pages || !current) return
      const below = current.getBoundingClientRect().bottom - pages.getBoundingClientRect().bottom
      if (below > 0) pages.scrollTop += below + pages.clientHeight / 2
    }
    show()
    pages?.addEventListener('toggle', show) // On a narrow screen the list has no height before it is opened.
    return () => pages?.removeEventListener('toggle', show)
  }, [list, here])
  return null
}
