// A button for what cannot be undone: the first press asks, the second does it.
'use client'

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface SureButtonProps {
  /** What it does to what, for those who do not see the row that it stands in. */
  readonly label: string
  /** The question, which the second press answers. */
  readonly sure: string
  readonly onSure: () => void
  readonly children: ReactNode
}

export function SureButton({ label, sure, onSure, children }: SureButtonProps) {
  const [asked, setAsked] = useState(false)
  const press = () => {
    setAsked(!asked)
    if (asked) onSure()
  }
  return (
    <Button
      size="compact-sm"
      variant={asked ? 'filled' : 'default'}
      color="red"
      aria-label={asked ? undefined : label}
      onClick={press}
      onBlur={() => setAsked(false)}
    >
      {asked ? sure : children}
    </Button>
  )
}
