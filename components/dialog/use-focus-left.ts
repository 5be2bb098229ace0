// Where the focus goes when a button has taken itself away: to the heading of what is left around it, or what stands for one.
'use client'

import { type RefObject, useEffect, useRef } from 'react'

const HEADING = ':is(h1, h2, h3, [data-heading])'

/** Returns what to call when the button is about to do what may remove it, such as a row with it. */
export function useFocusLeft(button: RefObject<HTMLElement | null>): () => void {
  const isAboutTo = useRef(false)
  useEffect(() => {
    const around: HTMLElement[] = []
    for (let one = button.current?.parentElement; one; one = one.parentElement) around.push(one)
    return () => {
      if (!isAboutTo.current || document.activeElement !== document.body) return
      const left = around.find((one) => one.isConnected && one.querySelector(HEADING))
      const heading = left?.querySelector<HTMLElement>(HEADING)
      if (!heading) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      heading.scrollIntoView({ block: 'nearest' }) // As little as shows it: a focus that nobody sees is lost.
    }
  }, [button])
  return () => {
    isAboutTo.current = true
  }
}
