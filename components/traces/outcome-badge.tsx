// The outcome of a trace or a check: icon, word and colour.
import { Badge } from '@mantine/core'
import { IconCheck, IconDots, IconExclamationMark, IconMinus, IconX } from '@tabler/icons-react'
import type { TraceOutcome } from '#lib/api/traces.ts'
import type { Language } from '#lib/i18n/language.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import classes from './traces.module.css'

const OUTCOME_ICONS = {
  under_way: IconDots,
  opened: IconCheck,
  answered: IconCheck,
  refused: IconX,
  fault: IconExclamationMark,
  abandoned: IconMinus,
  cancelled: IconMinus,
} as const

const COLOURS: Readonly<Record<TraceOutcome, string>> = {
  under_way: 'gray',
  opened: 'teal',
  answered: 'teal',
  refused: 'red',
  fault: 'red',
  abandoned: 'gray',
  cancelled: 'gray',
}

interface OutcomeBadgeProps {
  readonly outcome: TraceOutcome
  readonly language: Language
}

export function OutcomeBadge({ outcome, language }: OutcomeBadgeProps) {
  const Icon = OUTCOME_ICONS[outcome]
  return (
    <Badge component="span" color={COLOURS[outcome]} leftSection={<Icon size={15} stroke={2.5} aria-hidden />}>
      {TRACE_TEXTS[language].outcomes[outcome]}
    </Badge>
  )
}

const STATE_ICONS = { passed: IconCheck, failed: IconX, not_reached: IconMinus } as const

export function CheckMark({ state }: { readonly state: keyof typeof STATE_ICONS }) {
  const Icon = STATE_ICONS[state]
  return (
    <span className={classes.mark} data-state={state}>
      <Icon size={14} stroke={2.5} aria-hidden />
    </span>
  )
}
