// The last day on which a task is to be done: a day, which has no zone.
'use client'

import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import { dateText } from '#components/ui/time/dates.ts'

export function DueDay({ until }: { readonly until: string }) {
  const language = useLanguage()
  return <time dateTime={until}>{dateText(until.slice(0, 10), language, 'medium')}</time>
}
