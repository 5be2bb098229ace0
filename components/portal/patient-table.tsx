// One page of patients to choose from.
'use client'

import { useQuery } from '@tanstack/react-query'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { isSignedOut } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { dateText } from '#components/ui/time/dates.ts'
import type { PortalPatient } from '#lib/api/portal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { Pages } from './pages.tsx'
import { PlaceLink } from './place-link.tsx'
import classes from './portal.module.css'
import type { PortalPlace } from './portal-place.ts'
import { patientsQuery } from './portal-queries.ts'
import { portalTexts } from './texts.ts'

interface PatientTableProps {
  readonly place: PortalPlace
  readonly go: (to: Partial<PortalPlace>) => void
}

export function PatientTable({ place, go }: PatientTableProps) {
  const texts = useTexts(portalTexts)
  const { name, all, page, next } = place
  const patients = useQuery(patientsQuery(name, next))
  if (patients.isPending) return <Waiting label={texts.loading} />
  // The pages of a list expire; it then starts again.
  const failed = patients.error && (
    <LoadFailed error={patients.error} retry={() => (next === '' ? void patients.refetch() : go({ name, all }))} />
  )
  if (patients.isLoadingError || isSignedOut(patients.error)) return failed
  const { items, total, pageSize, next: following, previous } = patients.data
  if (items.length === 0 && page === 1)
    return (
      <div className={layout.empty}>
        <h3>{name === '' ? texts.noPatients : texts.nobodyFound(name)}</h3>
        <p>{name === '' ? texts.noPatientsText : texts.nobodyFoundText}</p>
      </div>
    )
  const pages = total === undefined ? undefined : Math.max(page, Math.ceil(total / pageSize))
  return (
    <>
      {failed}
      <p role="status" className={layout.quiet}>
        {total !== undefined && texts.count(total)}
      </p>
      <ScrollingTable
        label={texts.patients}
        heads={[texts.name, texts.birthDate, texts.gender]}
        busy={patients.isPlaceholderData}
        narrow
      >
        {items.map((patient) => (
          <PatientRow key={patient.reference} patient={patient} place={place} go={go} />
        ))}
      </ScrollingTable>
      <Pages
        place={place}
        go={go}
        following={following}
        previous={previous}
        of={pages}
        isBusy={patients.isPlaceholderData}
      />
    </>
  )
}

interface PatientRowProps extends PatientTableProps {
  readonly patient: PortalPatient
}

/** Leads to the patient with the list beside it in the address, to which the way back leads. */
function PatientRow({ patient, place, go }: PatientRowProps) {
  const texts = useTexts(portalTexts)
  const codes = useTexts(fhirCodeTexts)
  const language = useLanguage()
  const { name, birthDate, gender, alsoCalled, notInUse } = patient
  return (
    <Row>
      <RowHead>
        {notInUse ? (
          name
        ) : (
          <PlaceLink
            to={{ ...place, patient: parseReference(patient.reference)?.id ?? '' }}
            go={go}
            aria-label={texts.showTasksOf(name)}
          >
            {name}
          </PlaceLink>
        )}
        {[...(alsoCalled ? [texts.alsoCalled(alsoCalled)] : []), ...(notInUse ? [texts.recordNotInUse] : [])].map(
          (note) => (
            <span key={note} className={classes.beside}>
              {' '}
              ({note})
            </span>
          ),
        )}
      </RowHead>
      <Cell className={classes.born}>{birthDate && dateText(birthDate, language, 'medium')}</Cell>
      <Cell>{gender && (codes.gender[gender] ?? gender)}</Cell>
    </Row>
  )
}
