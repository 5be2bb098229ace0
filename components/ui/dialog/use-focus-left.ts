// Moves the focus when a button removes itself: to the nearest remaining heading or its substitute, or to the
// page's content when that has no heading yet.
'use client'

import { type RefObject, useEffect, useRef } from 'react'

const HEADING = ':is(h1, h2, h3, [data-heading])'

/** Returns a function to call right before the button's action may remove it, for example with its row. */
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
      next.scrollIntoView({ block: 'nearest' }) // Scrolls as little as possible to show it: nobody notices a focus outside of the screen.
    }
  }, [button])
  return () => {
    isAboutTo.current = true
  }
}
