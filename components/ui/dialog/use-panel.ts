// A panel below a button: opened by the button; closed by it, by Escape, and by a click or focus elsewhere.
'use client'

import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface Panel {
  readonly open: boolean
  readonly toggle: () => void
  readonly button: RefObject<HTMLButtonElement | null>
  /** For the element around button and panel. */
  readonly around: {
    readonly ref: RefObject<HTMLDivElement | null>
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

export function usePanel(): Panel {
  const [open, setOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])
  return {
    open,
    toggle: () => setOpen(!open),
    button,
    around: {
      ref,
      onKeyDown: ({ key }) => {
        if (key !== 'Escape' || !open) return
        setOpen(false)
        button.current?.focus()
      },
      // Pressing something that takes no focus leaves no element focused; that does not count as leaving.
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false)
      },
    },
  }
}
