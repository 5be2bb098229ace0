// The filters of the audit log. They apply on submit, since each look at the log is recorded in it.
'use client'

import { Button } from '@mantine/core'
import { ChoiceFilter, TextFilter } from '#components/ui/filters/filters.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { AUDIT_FILTERS, AUDIT_OUTCOMES, type AuditFilters as Filters } from '#lib/api/audit-words.ts'
import { AUDIT_NAMES } from '#lib/audit/audit.ts'
import classes from './audit.module.css'
import { auditTexts } from './texts.ts'

interface AuditFiltersProps {
  readonly filters: Filters
  readonly choose: (filters: Filters) => void
}

export function AuditFilters({ filters, choose }: AuditFiltersProps) {
  const texts = useTexts(auditTexts)
  const send = (form: FormData) =>
    choose(Object.fromEntries(AUDIT_FILTERS.flatMap((name) => entryOf(name, form.get(name)))))
  return (
    <search aria-label={texts.filters}>
      <form
        className={classes.filters}
        onSubmit={(event) => {
          event.preventDefault()
          send(new FormData(event.currentTarget))
        }}
      >
        <ChoiceFilter
          any={texts.any}
          name="name"
          label={texts.name}
          value={filters.name}
          options={AUDIT_NAMES.map((name) => [name, texts.names[name]])}
        />
        <ChoiceFilter
          any={texts.any}
          name="outcome"
          label={texts.outcome}
          value={filters.outcome}
          options={AUDIT_OUTCOMES.map((outcome) => [outcome, texts.outcomes[outcome]])}
        />
        <TextFilter name="person" label={texts.person} value={filters.person} hint={texts.personHint} />
        <TextFilter name="app" label={texts.app} value={filters.app} />
        <TextFilter name="record" label={texts.record} value={filters.record} hint={texts.recordHint} />
        <TextFilter name="trace" label={texts.trace} value={filters.trace} />
        <TextFilter name="from" label={texts.from} value={filters.from} type="date" />
        <TextFilter name="to" label={texts.to} value={filters.to} type="date" />
        <div className={layout.actions}>
          <Button type="submit">{texts.show}</Button>
        </div>
      </form>
    </search>
  )
}

const entryOf = (name: string, value: FormDataEntryValue | null): readonly [string, string][] =>
  typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
