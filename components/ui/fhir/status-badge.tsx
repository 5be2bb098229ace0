// A status: the word in the person's language and, where it differs, the code itself.
'use client'

import { Badge } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { fhirCodeTexts } from './code-texts.ts'

const COLOURS: Readonly<Record<string, string>> = {
  completed: 'teal',
  active: 'teal',
  requested: 'blue',
  received: 'blue',
  accepted: 'blue',
  ready: 'blue',
  'in-progress': 'indigo',
  failed: 'red',
  rejected: 'red',
  error: 'red',
  'entered-in-error': 'red',
}

export function StatusBadge({ status }: { readonly status: string }) {
  const texts = useTexts(fhirCodeTexts)
  return (
    <Badge color={COLOURS[status] ?? 'gray'} title={status}>
      {texts.status[status] ?? status}
    </Badge>
  )
}
