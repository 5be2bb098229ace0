// The filters of the audit log. They apply on submit, since each look at the log is recorded in it. On a phone they are behind a
// button, or they would fill its screen.
'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { AUDIT_FILTERS, AUDIT_OUTCOMES, BY_PEOPLE, type AuditFilters as Filters } from '#lib/api/audit-words.ts'
import { AUDIT_NAMES } from '#lib/audit/audit.ts'
import classes from './audit.module.css'
import { auditTexts } from './texts.ts'

/** The filters that are folded until one of them is in use, so that the log is in sight. */
const RARER = ['app', 'record', 'trace', 'from', 'to'] as const

interface AuditFiltersProps {
  readonly filters: Filters
  readonly choose: (filters: Filters) => void
}

export function AuditFilters({ filters, choose }: AuditFiltersProps) {
  const texts = useTexts(auditTexts)
  const send = (form: FormData) =>
    choose(Object.fromEntries(AUDIT_FILTERS.flatMap((name) => entryOf(name, form.get(name)))))
  const any = { value: '', label: texts.any }
  const [isOpen, setOpen] = useState(false)
  const form = useId()
  const used = AUDIT_FILTERS.filter((name) => filters[name] !== (name === 'by' ? BY_PEOPLE : undefined)).length
  const field = (name: keyof Filters) => ({ name, defaultValue: filters[name] ?? '' })
  return (
    <search aria-label={texts.filters}>
      <div className={classes.toggle}>
        <Button variant="default" aria-expanded={isOpen} aria-controls={form} onClick={() => setOpen(!isOpen)}>
          {texts.usedFilters(used)}
        </Button>
      </div>
      <form
        id={form}
        className={classes.filters}
        data-open={isOpen}
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(false)
          send(new FormData(event.currentTarget))
        }}
      >
        <NativeSelect
          {...field('name')}
          label={texts.name}
          data={[any, ...AUDIT_NAMES.map((name) => ({ value: name, label: texts.names[name] }))]}
        />
        <NativeSelect
          {...field('outcome')}
          label={texts.outcome}
          data={[any, ...AUDIT_OUTCOMES.map((outcome) => ({ value: outcome, label: texts.outcomes[outcome] }))]}
        />
        <NativeSelect
          {...field('by')}
          label={texts.by}
          data={[
            { value: BY_PEOPLE, label: texts.byPeople },
            { value: '', label: texts.byAll },
          ]}
        />
        <TextInput {...field('person')} label={texts.person} placeholder={texts.personHint} />
        <div className={layout.actions}>
          <Button type="submit">{texts.show}</Button>
        </div>
        <details className={classes.rarer} open={RARER.some((name) => filters[name] !== undefined)}>
          <summary>{texts.moreFilters}</summary>
          <div className={classes.filters}>
            <TextInput {...field('app')} label={texts.app} />
            <TextInput {...field('record')} label={texts.record} placeholder={texts.recordHint} />
            <TextInput {...field('trace')} label={texts.trace} />
            <TextInput {...field('from')} label={texts.from} type="date" />
            <TextInput {...field('to')} label={texts.to} type="date" />
          </div>
        </details>
      </form>
    </search>
  )
}

const entryOf = (name: string, value: FormDataEntryValue | null): readonly [string, string][] =>
  typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
