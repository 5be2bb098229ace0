// The filters of the list of traces. Each change applies immediately and is in the address, so it can be shared; Back leads to
// the choice before.
'use client'

import { ChoiceFilter, TextFilter } from '#components/filters/filters.tsx'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import { TRACE_OUTCOMES } from '#lib/api/trace-words.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import type { Filters } from './filter-names.ts'
import { tracesTexts } from './texts.ts'
import classes from './traces.module.css'

interface TraceFiltersProps {
  readonly filters: Filters
  readonly choose: (filters: Filters) => void
  /** As `choose`, for each letter. */
  readonly type: (filters: Filters) => void
  readonly checks: readonly string[]
}

export function TraceFilters({ filters, choose, type, checks }: TraceFiltersProps) {
  const texts = useTexts(tracesTexts)
  const { outcomes } = TRACE_TEXTS[useLanguage()]
  const set = (name: keyof Filters) => (value: string) => choose({ ...filters, [name]: value })
  const typed = (name: keyof Filters) => (value: string) => type({ ...filters, [name]: value })
  return (
    <search className={classes.filters} aria-label={texts.filters}>
      <TextFilter type="search" name="app" label={texts.app} value={filters.app} set={typed('app')} />
      <TextFilter
        type="search"
        name="user"
        label={texts.user}
        value={filters.user}
        set={typed('user')}
        hint="Patient/…"
      />
      <ChoiceFilter
        any={texts.any}
        name="outcome"
        label={texts.outcome}
        value={filters.outcome}
        set={set('outcome')}
        options={TRACE_OUTCOMES.map((outcome) => [outcome, outcomes[outcome]])}
      />
      <ChoiceFilter
        any={texts.any}
        name="check"
        label={texts.check}
        value={filters.check}
        set={set('check')}
        options={checks.map((check) => [check, check])}
      />
      <TextFilter
        type="search"
        name="text"
        label={texts.text}
        value={filters.text}
        set={typed('text')}
        hint={texts.textHint}
      />
    </search>
  )
}
