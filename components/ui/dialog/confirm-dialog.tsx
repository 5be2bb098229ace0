// A confirmation dialog: it names the object and the consequence, and cannot be confirmed by accident.
'use client'

import { Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { pieceTexts } from '#components/ui/page/texts.ts'
import classes from './confirm-dialog.module.css'

export interface Question {
  /** The action and its object, as a question. */
  readonly title: string
  /** The consequence. */
  readonly children?: ReactNode
  /** The action, as the label of its button. */
  readonly confirm: string
  /** To leave everything as it is; "Cancel" without it. */
  readonly dismiss?: string
  /** True when something is removed. */
  readonly dangerous?: boolean
}

interface ConfirmDialogProps extends Question {
  /** True while confirming is not possible yet. */
  readonly disabled?: boolean
  readonly onConfirm: () => void
  /** The dialog has closed, whatever the answer; the focus has returned to its origin. */
  readonly onClose: () => void
}

/** Open while it is rendered. The browser traps the focus, closes it on Escape, and restores the focus. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  dismiss,
  dangerous,
  disabled,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const texts = useTexts(pieceTexts)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    cancel.current?.focus() // An accidental extra Enter changes nothing.
    return () => current?.close()
  }, [])
  // The second click of a double click was meant for what was below.
  const answer = ({ detail }: MouseEvent) => {
    if (detail > 1) return
    dialog.current?.close()
    onConfirm()
  }
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={classes.text}>
        {children}
      </div>
      <div className={classes.answers}>
        <Button ref={cancel} variant="default" onClick={() => dialog.current?.close()}>
          {dismiss ?? texts.cancel}
        </Button>
        <Button color={dangerous ? 'red' : 'teal'} disabled={disabled ?? false} onClick={answer}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
