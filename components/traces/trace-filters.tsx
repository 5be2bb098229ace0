// The filters of the list of traces. Each change applies immediately and is in the address, so it can be shared; Back leads to
// the choice before.
'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { TRACE_OUTCOMES } from '#lib/api/trace-words.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { type Filters, filtersOf } from './filter-names.ts'
import { NamedFilter } from './named-filter.tsx'
import { tracesTexts } from './texts.ts'
import classes from './traces.module.css'

/** What is chosen by now: on a busy machine, what is shown follows the address a moment later. */
const chosenNow = (): Filters => filtersOf(new URLSearchParams(window.location.search))

interface TraceFiltersProps {
  readonly filters: Filters
  readonly choose: (filters: Filters) => void
  /** As `choose`, for each letter. */
  readonly type: (filters: Filters) => void
  /** What stopped traces, by the name of the check: what it asks. */
  readonly stops: ReadonlyMap<string, string>
}

export function TraceFilters({ filters, choose, type, stops }: TraceFiltersProps) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const { outcomes } = TRACE_TEXTS[language]
  const { check } = filters
  const checks = check === undefined || stops.has(check) ? [...stops] : [...stops, [check, ''] as const]
  const any = { value: '', label: texts.any }
  const bound = (apply: (filters: Filters) => void) => (name: keyof Filters) => ({
    name,
    defaultValue: filters[name] ?? '',
    onChange: ({ target }: ChangeEvent<{ readonly value: string }>) => apply({ ...chosenNow(), [name]: target.value }),
  })
  const [chosen, typed] = [bound(choose), bound(type)]
  const named = (name: keyof Filters) => ({
    value: filters[name] ?? '',
    choose: (id: string) => choose({ ...chosenNow(), [name]: id }),
  })
  return (
    <search className={classes.filters} aria-label={texts.filters}>
      <TextInput type="search" maxLength={200} label={texts.text} {...typed('text')} placeholder={texts.textHint} />
      <NativeSelect
        label={texts.outcome}
        {...chosen('outcome')}
        data={[any, ...TRACE_OUTCOMES.map((outcome) => ({ value: outcome, label: outcomes[outcome] }))]}
      />
      <NativeSelect
        label={texts.check}
        {...chosen('check')}
        data={[
          any,
          ...checks.map(([name, rule]) => ({
            value: name,
            label: rule ? `${rule.replace(/\.$/, '')} (${name})` : name,
          })),
        ]}
      />
      <NamedFilter {...named('app')} label={texts.app} of="apps" />
      <NamedFilter {...named('user')} label={texts.user} of="people" />
    </search>
  )
}
