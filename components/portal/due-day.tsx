// The last day on which a task is to be done: a day, which has no zone.
'use client'

import { useMounted } from '@mantine/hooks'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { dateText } from '#components/ui/time/dates.ts'
import { portalTexts } from './texts.ts'

export function DueDay({ until }: { readonly until: string }) {
  const language = useLanguage()
  const texts = useTexts(portalTexts)
  // Which day it is depends on the viewer's clock, which the server does not know.
  const isToday = useMounted() && until.slice(0, 10) === dayOf(new Date())
  const day = dateText(until.slice(0, 10), language, 'medium')
  return <span>{isToday ? texts.today(day) : day}</span>
}

/** The day of a moment where the viewer is, as `2026-11-29`. */
const dayOf = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
