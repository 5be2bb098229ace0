// A button with words that copies a text and says so.
'use client'

import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { browseTexts } from './texts.ts'

interface CopyActionProps {
  readonly value: string
  readonly label: string
  /** True for a line of a menu. */
  readonly inMenu?: boolean
}

/** How a line of a menu is shown. */
const LINE = {
  variant: 'subtle',
  color: 'gray',
  c: 'var(--mantine-color-text)',
  fullWidth: true,
  justify: 'start',
} as const

export function CopyAction({ value, label, inMenu = false }: CopyActionProps) {
  const texts = useTexts(browseTexts)
  const { copied, copy } = useClipboard({ timeout: 2000 })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      {...(inMenu ? LINE : { variant: 'default' })}
      size="sm"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => copy(value)}
    >
      <span aria-live="polite">{copied ? texts.copied : label}</span>
    </Button>
  )
}
