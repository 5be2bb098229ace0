// One page of patients to choose from.
'use client'

import { Button, Skeleton, TableTbody, TableTd, TableTh, TableThead, TableTr, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateText } from '#components/fhir/dates.ts'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import type { PortalPatient } from '#lib/api/portal.ts'
import { fhirCodeTexts } from '../fhir/code-texts.ts'
import classes from './portal.module.css'
import { patientsQuery } from './portal-queries.ts'
import { portalTexts } from './texts.ts'

export function PatientTable({ choose }: { readonly choose: (patient: PortalPatient) => void }) {
  const texts = useTexts(portalTexts)
  const [earlier, setEarlier] = useState<readonly (string | undefined)[]>([])
  const [current, setCurrent] = useState<string>()
  const patients = useQuery(patientsQuery(current))
  if (patients.isPending) return <PatientSkeletons label={texts.loading} />
  if (patients.isError) return <LoadFailed error={patients.error} retry={() => patients.refetch()} />
  const { items, next } = patients.data
  const forward = () => {
    setEarlier([...earlier, current])
    setCurrent(next)
  }
  const back = () => {
    setCurrent(earlier.at(-1))
    setEarlier(earlier.slice(0, -1))
  }
  if (items.length === 0 && earlier.length === 0)
    return (
      <div className={classes.empty}>
        <h3>{texts.noPatients}</h3>
        <p>{texts.noPatientsText}</p>
      </div>
    )
  return (
    <>
      <ScrollingTable label={texts.patients} busy={patients.isPlaceholderData}>
        <TableThead>
          <TableTr>
            <TableTh scope="col">{texts.name}</TableTh>
            <TableTh scope="col">{texts.birthDate}</TableTh>
            <TableTh scope="col">{texts.gender}</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {items.map((patient) => (
            <PatientRow key={patient.reference} patient={patient} choose={choose} />
          ))}
        </TableTbody>
      </ScrollingTable>
      {(next || earlier.length > 0) && (
        <nav className={classes.pages} aria-label={texts.pages}>
          <Button variant="default" disabled={earlier.length === 0} onClick={back}>
            {texts.previous}
          </Button>
          <span aria-live="polite">{texts.page(earlier.length + 1)}</span>
          <Button variant="default" disabled={!next || patients.isPlaceholderData} onClick={forward}>
            {texts.next}
          </Button>
        </nav>
      )}
    </>
  )
}

interface PatientRowProps {
  readonly patient: PortalPatient
  readonly choose: (patient: PortalPatient) => void
}

function PatientRow({ patient, choose }: PatientRowProps) {
  const texts = useTexts(portalTexts)
  const codes = useTexts(fhirCodeTexts)
  const language = useLanguage()
  const { name, birthDate, gender } = patient
  return (
    <TableTr>
      <TableTh scope="row">
        <button
          type="button"
          className={classes.choice}
          aria-label={texts.showTasksOf(name)}
          onClick={() => choose(patient)}
        >
          {name}
        </button>
      </TableTh>
      <TableTd>{birthDate && dateText(birthDate, language)}</TableTd>
      <TableTd>{gender && (codes.gender[gender] ?? gender)}</TableTd>
    </TableTr>
  )
}

function PatientSkeletons({ label }: { readonly label: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton height={44} mb="sm" />
      <Skeleton height={44} mb="sm" />
      <Skeleton height={44} />
    </div>
  )
}
