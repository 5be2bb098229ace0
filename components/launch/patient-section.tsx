// The patient of the launch: the banner, always on top and in full, and the narrative of the source system.
'use client'

import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#components/ui/copy/copy-button.tsx'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { Narrative } from '#components/ui/fhir/narrative.tsx'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
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
}

export function PatientSection({ session, reference }: PatientSectionProps) {
  const texts = useTexts(launchTexts)
  const patient = useQuery(resourceQuery(session, reference))
  if (patient.isLoadingError) return <LoadFailed error={patient.error} retry={() => patient.refetch()} />
  return (
    <section className={classes.banner} aria-label={texts.patient}>
      <RefetchFailed query={patient} />
      {patient.isPending ? (
        <Waiting label={texts.loading} height={28} bars={1} />
      ) : (
        <PatientBanner patient={patient.data} />
      )}
    </section>
  )
}

/** The patient's data in the source system. It is loaded with the banner, which reports failures. */
export function PatientRecord({ session, reference }: PatientSectionProps) {
  const texts = useTexts(launchTexts)
  const patient = useQuery(resourceQuery(session, reference))
  return patient.data ? <Narrative resource={patient.data} title={texts.narrativeOfPatient} /> : null
}

function PatientBanner({ patient }: { readonly patient: FhirResource }) {
  const texts = useTexts(launchTexts)
  const codes = useTexts(fhirCodeTexts)
  const language = useLanguage()
  const birthDate = textOf(patient['birthDate'])
  const age = birthDate === undefined ? undefined : ageOn(birthDate, new Date())
  const gender = textOf(patient['gender'])
  const id = textOf(patient['id']) ?? ''
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
          <dd>
            <code className={layout.code}>{id}</code>
            <CopyButton value={id} label={texts.id} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
