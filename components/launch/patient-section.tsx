// The patient of the launch: in full for whoever works for them, and for patients themselves only whose page it is.
'use client'

import { useQuery } from '@tanstack/react-query'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { RoleBadge } from '#components/ui/fhir/role-badge.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { ageOn, dateText } from '#components/ui/time/dates.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import classes from './launch.module.css'
import { resourceQuery } from './launch-queries.ts'
import { launchTexts } from './texts.ts'

interface PatientSectionProps {
  /** The id of the launch. */
  readonly session: string
  readonly reference: string
  /** The role of the user, for the page of the patients themselves; undefined for somebody else. */
  readonly ownRole: string | undefined
}

export function PatientSection({ session, reference, ownRole }: PatientSectionProps) {
  const texts = useTexts(launchTexts)
  const patient = useQuery(resourceQuery(session, reference))
  if (patient.isLoadingError) return <LoadFailed error={patient.error} retry={() => patient.refetch()} />
  return (
    <section className={classes.banner} aria-label={texts.patient}>
      <RefetchFailed query={patient} />
      {patient.isPending ? (
        <Waiting label={texts.loading} height={28} bars={1} />
      ) : ownRole !== undefined ? (
        <p className={classes.who}>
          <span className={classes.patientName}>{humanName(patient.data) ?? texts.nameless}</span>
          <RoleBadge role={ownRole} />
        </p>
      ) : (
        <PatientBanner patient={patient.data} />
      )}
    </section>
  )
}

/** Who the patient is: name, birth date with age, gender and id, as in any record. */
function PatientBanner({ patient }: { readonly patient: FhirResource }) {
  const texts = useTexts(launchTexts)
  const codes = useTexts(fhirCodeTexts)
  const language = useLanguage()
  const birthDate = textOf(patient['birthDate'])
  const age = birthDate === undefined ? undefined : ageOn(birthDate, new Date())
  const gender = textOf(patient['gender'])
  return (
    <div className={classes.bannerFacts}>
      <p className={classes.patientName}>{humanName(patient) ?? texts.nameless}</p>
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
        <div>
          <dt>{texts.id}</dt>
          <dd>{textOf(patient['id'])}</dd>
        </div>
      </dl>
    </div>
  )
}
