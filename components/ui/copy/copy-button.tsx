// A button that copies a text and says so.
'use client'

import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { pieceTexts } from '#components/ui/page/texts.ts'

export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const texts = useTexts(pieceTexts)
  const { copied, copy } = useClipboard({ timeout: 2000 })
  return (
    <ActionIcon
      variant="subtle"
      color={copied ? 'teal' : 'gray'}
      aria-label={copied ? texts.copied : texts.copyOf(label)}
      title={copied ? texts.copied : texts.copy}
      onClick={() => copy(value)}
    >
      {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </ActionIcon>
  )
}
