// Opens the dialog that finds things: by Ctrl-K or Cmd-K, by what leads to a search (`data-find`), and when somebody types in a
// field that searches (`data-find`, too). Its script is loaded then; where that fails, the search page takes its place.
'use client'

import { type ComponentType, useLayoutEffect, useState } from 'react'
import type { FindDialogProps } from './find-dialog.tsx'

export function Find() {
  const [Dialog, setDialog] = useState<ComponentType<FindDialogProps>>()
  const [field, setField] = useState<HTMLInputElement | null>()
  // Before the fields are told what was typed into them earlier, which opens it, too.
  useLayoutEffect(() => {
    const open = (event: Event, from: HTMLInputElement | null) => {
      if (event.type !== 'input') event.preventDefault()
      import('./find-dialog.tsx').then(
        ({ FindDialog }) => {
          setDialog(() => FindDialog)
          setField(from)
        },
        () => event.type === 'input' || window.location.assign('/docs/search'),
      )
    }
    const heard = (event: Event) => {
      const asks = event.target instanceof Element && event.target.closest('[data-find]')
      if (event instanceof KeyboardEvent) {
        const { key, ctrlKey, metaKey, altKey, shiftKey } = event
        if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) open(event, null)
      } else if (asks instanceof HTMLInputElement) {
        if (event.type === 'input') open(event, asks)
      } else if (asks && event instanceof MouseEvent && !event.ctrlKey && !event.metaKey && !event.shiftKey)
        open(event, null)
    }
    const kinds = ['keydown', 'click', 'input']
    for (const kind of kinds) document.addEventListener(kind, heard)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, heard)
    }
  }, [])
  return Dialog && field !== undefined ? <Dialog field={field} onClose={() => setField(undefined)} /> : null
}
