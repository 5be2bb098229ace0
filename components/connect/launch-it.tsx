// The launch of one's own app: the choice of a task, and the button that opens the app in a new tab.
'use client'

import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FreshTask } from '#components/portal/fresh-task.tsx'
import { PatientSearch } from '#components/portal/patient-search.tsx'
import { meQuery, patientsQuery, tasksQuery } from '#components/portal/portal-queries.ts'
import { portalTexts } from '#components/portal/texts.ts'
import { useTaskNews } from '#components/portal/use-task-news.ts'
import formClasses from '#components/ui/form/form.module.css'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { PersonField } from '#components/ui/session/person-field.tsx'
import type { OwnApp } from '#lib/api/connect.ts'
import type { PortalPatient, PortalPerson } from '#lib/api/portal.ts'
import { guideTexts } from './guide-texts.ts'

interface LaunchItProps {
  readonly app: OwnApp
  readonly onLaunch: () => void
}

export function LaunchIt({ app, onLaunch }: LaunchItProps) {
  const texts = useTexts(guideTexts)
  const me = useQuery(meQuery)
  if (app.status !== 'approved') return <p>{texts.notApproved}</p>
  if (!me.data) return <Unloaded query={me} />
  const { person, demoPeople } = me.data
  if (!person) return <p>{texts.noPerson}</p>
  const makesTask = person.role === 'patient' && demoPeople.length > 0
  return (
    <>
      <RefetchFailed query={me} />
      <p className={layout.hint}>{texts.launchText}</p>
      {person.role === 'practitioner' ? (
        <OfPatient app={app} onLaunch={onLaunch} demoPeople={demoPeople} />
      ) : (
        <Tasks app={app} patient={undefined} onLaunch={onLaunch} makesTask={makesTask} />
      )}
    </>
  )
}

interface OfPatientProps extends LaunchItProps {
  readonly demoPeople: readonly PortalPerson[]
}

/** A practitioner first finds the patient: a list would show only the first of many. */
function OfPatient({ app, onLaunch, demoPeople }: OfPatientProps) {
  const texts = useTexts(guideTexts)
  const portal = useTexts(portalTexts)
  const [name, setName] = useState('')
  const patients = useQuery(patientsQuery(name, ''))
  const [chosen, setChosen] = useState<string>()
  if (!patients.data) return <Unloaded query={patients} />
  const items = offeredPatients(name === '' ? demoPeople : [], patients.data.items)
  const { reference } = items.find((one) => one.reference === chosen) ?? items[0] ?? {}
  return (
    <>
      <RefetchFailed query={patients} />
      <PatientSearch name={name} search={setName} />
      {reference === undefined ? (
        <p role="status">{name === '' ? portal.noPatients : portal.nobodyFound(name)}</p>
      ) : (
        <>
          <NativeSelect
            label={texts.patient}
            value={reference}
            data={items.map((one) => ({ value: one.reference, label: one.name }))}
            onChange={({ target }) => setChosen(target.value)}
          />
          <Tasks app={app} patient={reference.replace(/^Patient\//, '')} onLaunch={onLaunch} />
        </>
      )}
    </>
  )
}

/** The patients of the demo first, who can log in; nobody whose record is not in use. */
function offeredPatients(people: readonly PortalPerson[], found: readonly PortalPatient[]) {
  const demo = people.filter(({ role }) => role === 'patient')
  const others = found.filter(
    ({ reference, notInUse }) => !notInUse && !demo.some((one) => one.reference === reference),
  )
  return [...demo, ...others]
}

interface TasksProps extends LaunchItProps {
  readonly patient: string | undefined
  /** In the demo a patient who has no open task makes one. */
  readonly makesTask?: boolean
}

function Tasks({ app, patient, onLaunch, makesTask = false }: TasksProps) {
  const texts = useTexts(guideTexts)
  useTaskNews(patient) // What the app has completed is not offered again.
  const tasks = useQuery(tasksQuery(patient))
  const [chosen, setChosen] = useState<string>()
  if (!tasks.data) return <Unloaded query={tasks} />
  const items = tasks.data.items.filter(({ reason }) => reason !== 'task_ended')
  const task = items.find(({ reference }) => reference === chosen) ?? items[0]
  if (!task)
    return (
      <>
        <p>
          {patient === undefined ? texts.noTasks : texts.noTasksOfPatient}{' '}
          {!makesTask && <a href="/portal">{texts.toPortal}</a>}
        </p>
        {makesTask && <FreshTask />}
      </>
    )
  return (
    <form
      className={formClasses.form}
      method="post"
      action="/portal/launch"
      target="_blank"
      onSubmit={onLaunch}
      rel="noopener"
    >
      <RefetchFailed query={tasks} />
      <PersonField />
      <input type="hidden" name="app" value={app.clientId} />
      <input type="hidden" name="task" value={task.reference} />
      {patient && <input type="hidden" name="patient" value={patient} />}
      <NativeSelect
        label={texts.task}
        value={task.reference}
        data={items.map((one) => ({ value: one.reference, label: one.title }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      <div>
        <Button type="submit">{texts.launch}</Button>
      </div>
    </form>
  )
}
