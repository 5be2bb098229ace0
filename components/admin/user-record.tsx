// An account without a record, for whom the portal shows nothing: how a record that is there becomes theirs, and a form that makes
// one, but for a related person, whose record says whose relative they are.
'use client'

import { Button, NativeSelect } from '@mantine/core'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AdminUserPage } from '#lib/api/admin.ts'
import { GENDERS } from '#lib/fhir/administrative-gender.ts'
import { ROLE_OF_TYPE } from '#lib/fhir/person-role.ts'
import { useOperations } from './use-operations.ts'
import { userTexts } from './user-texts.ts'

interface RecordProps {
  readonly user: AdminUserPage
}

/** Nothing for an account that needs no record. */
export function Record({ user: { id, name, role, identifier } }: RecordProps) {
  const texts = useTexts(userTexts)
  const [type] = [...ROLE_OF_TYPE].find(([, ofType]) => ofType === role) ?? []
  if (type === undefined) return null
  return (
    <section className={layout.card} aria-labelledby="record">
      <h2 id="record">{texts.recordTitle}</h2>
      <p>{texts.recordText}</p>
      <p className={layout.quiet}>
        {texts.giveIdentifier} <a href={`/browse/${type}?${new URLSearchParams({ name })}`}>{texts.findRecord(name)}</a>
      </p>
      <CopyText value={JSON.stringify(identifier)} label={texts.identifier} />
      {role === 'patient' || role === 'practitioner' ? (
        <NewRecord id={id} hasBirthDate={role === 'patient'} />
      ) : (
        <p className={layout.quiet}>
          {texts.importRecord} <a href="/admin/data">{texts.toData}</a>
        </p>
      )}
    </section>
  )
}

const EMPTY = { birthDate: '', gender: 'unknown' }

function NewRecord({ id, hasBirthDate }: { readonly id: string; readonly hasBirthDate: boolean }) {
  const texts = useTexts(userTexts)
  const codes = useTexts(fhirCodeTexts)
  const { form, bind } = useForm(EMPTY)
  const { run, busy, outcome } = useOperations()
  return (
    <Form
      className={layout.section}
      aria-labelledby="make-record"
      send={() => {
        const { birthDate, gender } = form
        run({
          path: `users/${id}/record`,
          body: hasBirthDate ? { birthDate, gender } : { gender },
          done: () => ({ text: texts.recordMade }),
        })
      }}
    >
      <h3 id="make-record">{texts.makeRecord}</h3>
      {hasBirthDate && <TextField label={texts.birthDate} type="date" {...bind('birthDate')} required />}
      <NativeSelect
        label={texts.gender}
        data={GENDERS.map((gender) => ({ value: gender, label: codes.gender[gender] ?? gender }))}
        {...bind('gender')}
      />
      <div>
        <Button type="submit" loading={busy}>
          {texts.makeRecord}
        </Button>
      </div>
      <Outcome {...outcome} />
    </Form>
  )
}
