// The patient of the launch: in full for whoever works for them, and for patients themselves only whose page it is.
'use client'

import { useQuery } from '@tanstack/react-query'
import { PatientBanner } from '#components/ui/fhir/patient-banner.tsx'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { RoleBadge } from '#components/ui/fhir/role-badge.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
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
        <PatientBanner
          name={humanName(patient.data) ?? texts.nameless}
          birthDate={textOf(patient.data['birthDate'])}
          gender={textOf(patient.data['gender'])}
        />
      )}
    </section>
  )
}
