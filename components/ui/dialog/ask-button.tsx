// A button that asks for confirmation first.
'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Question } from './question-modal.tsx'
import { useFocusLeft } from './use-focus-left.ts'

interface AskButtonProps {
  /** The action and its object, for people who do not see the table row. */
  readonly label?: string
  readonly size?: ButtonProps['size']
  readonly question: Question
  readonly onSure: () => void
  readonly children: ReactNode
}

export function AskButton({ label, size = 'compact-sm', question, onSure, children }: AskButtonProps) {
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
        aria-haspopup="dialog"
        {...(label ? { 'aria-label': label } : {})}
        onClick={() => setAsked(true)}
      >
        {children}
      </Button>
      <ConfirmDialog {...question} opened={asked} onConfirm={sure} onClose={() => setAsked(false)} />
    </>
  )
}
