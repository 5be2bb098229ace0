// A practitioner's own tasks, the patients and a search for them, and the tasks of the chosen one.
'use client'

import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PatientBanner } from '#components/ui/fhir/patient-banner.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { PatientSearch } from './patient-search.tsx'
import { PatientTable } from './patient-table.tsx'
import { PlaceLink } from './place-link.tsx'
import classes from './portal.module.css'
import { type PortalPlace, titleOf } from './portal-place.ts'
import { tasksQuery } from './portal-queries.ts'
import { TaskList } from './task-list.tsx'
import { portalTexts } from './texts.ts'
import { usePortalPlace } from './use-portal-place.ts'
import { OwnWork, PatientsWithTasks } from './work-list.tsx'

export function PatientPicker() {
  const texts = useTexts(portalTexts)
  const [place, go, type] = usePortalPlace()
  useDocumentTitle(`${titleOf(place, texts)} · Slipway`)
  if (place.patient !== '')
    return <Chosen patient={place.patient} task={place.task} back={() => go({ ...place, patient: '', task: '' })} />
  const isByName = place.all || place.name !== ''
  const found = (name: string) => ({ name, all: place.all && name === '' })
  return (
    <>
      <OwnWork next={isByName ? '' : place.next} go={go} />
      <section className={layout.section} aria-labelledby="patients">
        <h2 id="patients">{isByName ? texts.patients : texts.withTasks}</h2>
        <PatientSearch name={place.name} search={(name) => go(found(name))} type={(name) => type(found(name))}>
          {isByName && (
            <PlaceLink to={{}} go={go}>
              {texts.withTasks}
            </PlaceLink>
          )}
          {!place.all && (
            <PlaceLink to={{ all: true }} go={go}>
              {texts.allPatients}
            </PlaceLink>
          )}
        </PatientSearch>
        <div className={classes.found}>
          {isByName ? <PatientTable place={place} go={go} /> : <PatientsWithTasks place={place} go={go} />}
        </div>
      </section>
    </>
  )
}

interface ChosenProps extends Pick<PortalPlace, 'patient' | 'task'> {
  readonly back: () => void
}

function Chosen({ patient, task, back }: ChosenProps) {
  const texts = useTexts(portalTexts)
  const { data } = useQuery(tasksQuery(patient))
  return (
    <>
      <div>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={back}>
          {texts.backToPatients}
        </Button>
      </div>
      {data?.patientName !== undefined && (
        <PatientBanner
          name={data.patientName}
          birthDate={data.about?.birthDate}
          gender={data.about?.gender}
          id={patient}
        />
      )}
      <TaskList
        key={`${patient} ${task}`}
        patient={patient}
        chosen={task}
        title={data?.patientName === undefined ? texts.theirTasks : texts.tasksOf(data.patientName)}
      />
    </>
  )
}
