// A button that asks for confirmation first.
'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './ask-button.module.css'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Question } from './question-modal.tsx'
import { useFocusLeft } from './use-focus-left.ts'

interface AskButtonProps {
  /** The action and its object, for people who do not see the table row. */
  readonly label?: string
  readonly size?: ButtonProps['size']
  readonly question: Question
  /** True for what takes its object away: it is not to be taken for the buttons beside it. */
  readonly removes?: boolean
  /** True while it is asked, but cannot be done. */
  readonly disabled?: boolean
  readonly onSure: () => void
  readonly children: ReactNode
}

export function AskButton(props: AskButtonProps) {
  const { label, size = 'compact-sm', question, removes = false, disabled = false, onSure, children } = props
  const [asked, setAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const aboutToGo = useFocusLeft(button)
  const sure = () => {
    aboutToGo()
    onSure()
  }
  return (
    <>
      <Button
        ref={button}
        size={size}
        variant="default"
        className={removes ? (classes.removes ?? '') : ''}
        aria-haspopup="dialog"
        {...(label ? { 'aria-label': label } : {})}
        onClick={() => setAsked(true)}
      >
        {children}
      </Button>
      <ConfirmDialog
        {...question}
        opened={asked}
        disabled={disabled}
        onConfirm={sure}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
