// Who a patient is, above what is done for them: name, birth date with age, gender and, of a record, id.
'use client'

import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { ageOn, dateText } from '#components/ui/time/dates.ts'
import type { Catalogue } from '#lib/i18n/language.ts'
import { fhirCodeTexts } from './code-texts.ts'
import classes from './patient-banner.module.css'

const en = {
  born: 'Born',
  age: (years: number) => (years === 1 ? '1 year' : `${years} years`),
  gender: 'Gender',
  id: 'Id',
  notRecorded: 'not recorded',
}
const nl: typeof en = {
  born: 'Geboren',
  age: (years) => `${years} jaar`,
  gender: 'Geslacht',
  id: 'Id',
  notRecorded: 'niet vastgelegd',
}
const TEXTS: Catalogue<typeof en> = { en, nl }

interface PatientBannerProps {
  readonly name: string
  /** As in Patient.birthDate; undefined when it is not recorded. */
  readonly birthDate: string | undefined
  /** As in Patient.gender; undefined when it is not recorded. */
  readonly gender: string | undefined
  /** Where one works with records: an app speaks of people by name. */
  readonly id?: string | undefined
}

export function PatientBanner({ name, birthDate, gender, id }: PatientBannerProps) {
  const texts = useTexts(TEXTS)
  const codes = useTexts(fhirCodeTexts)
  const language = useLanguage()
  const age = birthDate === undefined ? undefined : ageOn(birthDate, new Date())
  return (
    <div className={classes.facts}>
      <p className={classes.name}>{name}</p>
      <dl>
        <div>
          <dt>{texts.born}</dt>
          <dd>
            {birthDate === undefined ? texts.notRecorded : dateText(birthDate, language)}
            {age !== undefined && ` (${texts.age(age)})`}
          </dd>
        </div>
        <div>
          <dt>{texts.gender}</dt>
          <dd>{gender === undefined ? texts.notRecorded : (codes.gender[gender] ?? gender)}</dd>
        </div>
        {id !== undefined && (
          <div>
            <dt>{texts.id}</dt>
            <dd>{id}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
