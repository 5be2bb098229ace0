// The last day on which a task is to be done: a day, which has no zone. It is marked where that day is over and the task is not.
'use client'

import { Badge } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { dateText, isOver } from '#components/ui/time/dates.ts'
import { OPEN_STATUSES } from '#lib/api/launch-words.ts'
import classes from './portal.module.css'
import { portalTexts } from './texts.ts'

interface DueDayProps {
  readonly until: string
  /** Of the task: what has ended is not overdue. */
  readonly status: string
}

export function DueDay({ until, status }: DueDayProps) {
  const language = useLanguage()
  const texts = useTexts(portalTexts)
  // Which day it is depends on the viewer's clock, which the server does not know.
  const isMounted = useMounted()
  const [last, today] = [until.slice(0, 10), isMounted ? dayAfter(0) : undefined]
  const day = dateText(last, language, 'medium')
  const isOverdue = today !== undefined && isOver(last, today) && (OPEN_STATUSES as readonly string[]).includes(status)
  return (
    <span className={classes.due}>
      {last === today ? texts.today(day) : day}
      {isOverdue && <Badge color="red">{texts.overdue}</Badge>}
    </span>
  )
}

/** A day where the viewer is, so many days from today, as `2026-11-29`. */
export function dayAfter(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
