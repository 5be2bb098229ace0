// The status of a task, with what it means where the word does not tell it.
'use client'

import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { portalTexts } from './texts.ts'

export function TaskStatus({ status }: { readonly status: string }) {
  const { meanings } = useTexts(portalTexts)
  return <StatusBadge status={status} meaning={meanings[status]} />
}
