// A button that asks before it does anything.
'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog, type Question } from './confirm-dialog.tsx'

interface AskButtonProps {
  /** What it does to what, for those who do not see the row that it stands in. */
  readonly label?: string
  readonly size?: ButtonProps['size']
  readonly question: Question
  readonly onSure: () => void
  readonly children: ReactNode
}

export function AskButton({ label, size = 'compact-sm', question, onSure, children }: AskButtonProps) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        size={size}
        variant="default"
        aria-haspopup="dialog"
        {...(label ? { 'aria-label': label } : {})}
        onClick={() => setAsked(true)}
      >
        {children}
      </Button>
      {asked && <ConfirmDialog {...question} onConfirm={onSure} onClose={() => setAsked(false)} />}
    </>
  )
}
