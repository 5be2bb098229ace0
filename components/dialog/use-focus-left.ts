// Where the focus goes when a button has taken itself away: to the heading of what is left around it, or what stands for one; to the
// content of the page where that has no heading yet.
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
      const left = around.find((one) => one.isConnected && (one.tagName === 'MAIN' || one.querySelector(HEADING)))
      const next = left?.querySelector<HTMLElement>(HEADING) ?? left
      if (!next) return
      next.tabIndex = -1
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' }) // As little as shows it: a focus that nobody sees is lost.
    }
  }, [button])
  return () => {
    isAboutTo.current = true
  }
}
