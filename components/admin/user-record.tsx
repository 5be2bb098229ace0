// The fields of a person's record that is made with the account, and of an account without one, for whom the portal shows nothing:
// how a record that is there becomes theirs, and a form that makes one.
'use client'

import { Button, NativeSelect } from '@mantine/core'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { EmailField, Form, TextField } from '#components/ui/form/form.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AdminUserPage, UserRole } from '#lib/api/admin.ts'
import { GENDERS } from '#lib/fhir/administrative-gender.ts'
import { ROLE_OF_TYPE } from '#lib/fhir/person-role.ts'
import { useOperations } from './use-operations.ts'
import { userTexts } from './user-texts.ts'

interface RecordProps {
  readonly user: AdminUserPage
}

/** The type of the record that a person in a role has; undefined for whoever needs none. */
export const recordTypeOf = (role: UserRole) => [...ROLE_OF_TYPE].find(([, ofType]) => ofType === role)?.[0]

/** Nothing for an account that needs no record. */
export function Record({ user: { id, name, role, identifier } }: RecordProps) {
  const texts = useTexts(userTexts)
  const type = recordTypeOf(role)
  if (type === undefined) return null
  return (
    <section className={layout.card} aria-labelledby="record">
      <h2 id="record">{texts.recordTitle}</h2>
      <p>{texts.recordText}</p>
      <p className={layout.quiet}>
        {texts.giveIdentifier} <a href={`/browse/${type}?${new URLSearchParams({ name })}`}>{texts.findRecord(name)}</a>
      </p>
      <CopyText value={JSON.stringify(identifier)} label={texts.identifier} />
      <NewRecord id={id} role={role} />
    </section>
  )
}

/** The fields of a record that nobody filled in yet. */
export const EMPTY_RECORD = { birthDate: '', gender: 'unknown', patient: '' }

/** What is sent of them: what the record of somebody in a role has. */
export const recordOf = (role: UserRole, { birthDate, gender, patient }: typeof EMPTY_RECORD) => ({
  gender,
  ...(role === 'practitioner' ? {} : { birthDate }),
  ...(role === 'related_person' ? { patient } : {}),
})

interface RecordFieldsProps {
  readonly role: UserRole
  readonly bind: ReturnType<typeof useForm<typeof EMPTY_RECORD>>['bind']
}

export function RecordFields({ role, bind }: RecordFieldsProps) {
  const texts = useTexts(userTexts)
  const codes = useTexts(fhirCodeTexts)
  return (
    <>
      {role !== 'practitioner' && <TextField label={texts.birthDate} type="date" {...bind('birthDate')} required />}
      <NativeSelect
        label={texts.gender}
        data={GENDERS.map((gender) => ({ value: gender, label: codes.gender[gender] ?? gender }))}
        {...bind('gender')}
      />
      {role === 'related_person' && (
        <EmailField label={texts.ofPatient} description={texts.ofPatientText} {...bind('patient')} required />
      )}
    </>
  )
}

function NewRecord({ id, role }: Pick<AdminUserPage, 'id' | 'role'>) {
  const texts = useTexts(userTexts)
  const { form, bind } = useForm(EMPTY_RECORD)
  const { run, busy, outcome } = useOperations()
  return (
    <Form
      className={layout.section}
      aria-labelledby="make-record"
      send={() =>
        run({
          path: `users/${id}/record`,
          body: recordOf(role, form),
          done: () => ({ text: texts.recordMade }),
        })
      }
    >
      <h3 id="make-record">{texts.makeRecord}</h3>
      <RecordFields role={role} bind={bind} />
      <div>
        <Button type="submit" loading={busy}>
          {texts.makeRecord}
        </Button>
      </div>
      <Outcome {...outcome} />
    </Form>
  )
}
