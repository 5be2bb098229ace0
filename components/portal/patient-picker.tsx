// A practitioner's patients, page by page, and the tasks of the chosen one.
'use client'

import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { parseReference } from '#lib/fhir/reference.ts'
import { PatientSearch } from './patient-search.tsx'
import { PatientTable } from './patient-table.tsx'
import { tasksQuery } from './portal-queries.ts'
import { TaskList } from './task-list.tsx'
import { portalTexts } from './texts.ts'
import { usePortalPlace } from './use-portal-place.ts'

export function PatientPicker() {
  const texts = useTexts(portalTexts)
  const [place, go] = usePortalPlace()
  if (place.patient !== '') return <Chosen patient={place.patient} back={() => go({})} />
  return (
    <section className={layout.section} aria-labelledby="patients">
      <h2 id="patients">{texts.patients}</h2>
      <p className={layout.quiet}>{texts.patientsText}</p>
      <PatientSearch key={place.name} name={place.name} search={(name) => go({ name })} />
      <PatientTable
        place={place}
        go={go}
        choose={({ reference }) => go({ patient: parseReference(reference)?.id ?? '' })}
      />
    </section>
  )
}

function Chosen({ patient, back }: { readonly patient: string; readonly back: () => void }) {
  const texts = useTexts(portalTexts)
  const { data } = useQuery(tasksQuery(patient))
  return (
    <>
      <div>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={back}>
          {texts.otherPatient}
        </Button>
      </div>
      <TaskList
        patient={patient}
        title={data?.patientName === undefined ? texts.theirTasks : texts.tasksOf(data.patientName)}
      />
    </>
  )
}
