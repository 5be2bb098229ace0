// The tasks of one patient as cards, which change while one looks. A practitioner gives new ones.
'use client'

import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, useRef, useState } from 'react'
import { queryOf } from '#components/ui/address/query.ts'
import { isSignedOut } from '#components/ui/http/get-json.ts'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { PortalTask, PortalTasks } from '#lib/api/portal.ts'
import { NothingToOpen } from './done-tasks.tsx'
import classes from './portal.module.css'
import { meQuery, tasksQuery } from './portal-queries.ts'
import { StatusMeanings } from './status-meanings.tsx'
import { TaskCard, type TaskCardProps } from './task-card.tsx'
import { TaskNote } from './task-note.tsx'
import { portalTexts } from './texts.ts'
import { useTaskNews } from './use-task-news.ts'

/** Loaded when somebody opens the form. */
const GiveTask = lazy(() => import('./give-task.tsx').then((form) => ({ default: form.GiveTask })))

interface TaskListProps {
  /** Bare id of the patient whose tasks a practitioner sees; by default the reader's own tasks. */
  readonly patient?: string
  /** Bare id of the task that is read first, where a list led to one. */
  readonly chosen?: string
  readonly title: string
}

export function TaskList({ patient, chosen = '', title }: TaskListProps) {
  const news = useTaskNews(patient)
  return (
    <section className={layout.section} aria-labelledby="tasks">
      <h2 id="tasks">{title}</h2>
      {patient !== undefined && <Giving patient={patient} />}
      <TaskNote change={news} />
      <Tasks {...(patient === undefined ? {} : { patient })} chosen={`Task/${chosen}`} />
    </section>
  )
}

/** The button that opens the form, and gets the focus back when it closes. */
function Giving({ patient }: { readonly patient: string }) {
  const texts = useTexts(portalTexts)
  const { isLoadingError } = useQuery(tasksQuery(patient))
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  if (isLoadingError) return null // There is nobody to assign a task to.
  return (
    <>
      <div>
        <Button
          ref={button}
          aria-expanded={isOpen}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {texts.giveTask}
        </Button>
      </div>
      <LaterPart fallback={<Waiting label={texts.loading} height={140} bars={1} />}>
        {isOpen && <GiveTask patient={patient} close={close} />}
      </LaterPart>
    </>
  )
}

function Tasks({ patient, chosen }: Pick<TaskListProps, 'patient'> & Pick<CardsProps, 'chosen'>) {
  const texts = useTexts(portalTexts)
  const tasks = useQuery(tasksQuery(patient))
  if (tasks.isPending) return <TaskSkeletons label={texts.loading} />
  const failed = tasks.error && <LoadFailed error={tasks.error} retry={() => tasks.refetch()} />
  if (tasks.isLoadingError || isSignedOut(tasks.error)) return failed
  // The list stays, with the results of actions on it.
  return (
    <>
      {failed}
      <Shown key={tasks.data.patient} tasks={tasks.data} isOwn={patient === undefined} chosen={chosen} />
    </>
  )
}

interface ShownProps extends Pick<CardsProps, 'chosen'> {
  readonly tasks: PortalTasks
  readonly isOwn: boolean
}

function Shown({ tasks, isOwn, chosen }: ShownProps) {
  const texts = useTexts(portalTexts)
  const { data: { person, demoPeople = [] } = {} } = useQuery({ ...meQuery, refetchOnMount: false })
  const isDemo = demoPeople.length > 0
  const isAllDone = tasks.items.every(hasEnded)
  const [wasAllDone] = useState(isAllDone)
  const [before] = useState(tasks.items)
  // What ends while a practitioner looks stays where it is, with what came of it.
  const isFolded = (task: PortalTask) =>
    hasEnded(task) && (isOwn || before.some((one) => one.reference === task.reference && hasEnded(one)))
  if (tasks.items.length === 0)
    return (
      <div className={layout.empty}>
        <h3>{texts.noTasks}</h3>
        <p>{isOwn ? texts.noTasksText : texts.noTasksOfPatient}</p>
      </div>
    )
  const done = tasks.items.filter(isFolded)
  // Elsewhere a trace tells too much of an app.
  const happenedAt = isDemo ? (isOwn ? launchesOf : historyOf) : undefined
  const ofCards = { patient: tasks.patient, chosen, happenedAt }
  return (
    <>
      {isOwn && isAllDone ? (
        isDemo && <NothingToOpen givesFresh={person?.role !== 'practitioner'} atOnce={wasAllDone} />
      ) : (
        <Cards {...ofCards} tasks={tasks.items.filter((task) => !isFolded(task))} />
      )}
      <StatusMeanings of={tasks.items} />
      {done.length > 0 && (
        <details
          className={layout.more}
          open={(isOwn && isAllDone && !isDemo) || done.some(({ reference }) => reference === chosen)}
        >
          <summary>{texts.done(done.length)}</summary>
          <Cards {...ofCards} tasks={done} />
        </details>
      )}
    </>
  )
}

/** A reader's own launches of a task. */
const launchesOf = (reference: string): string => `/traces${queryOf({ text: reference })}`

/** Who changed the task of somebody else when, each with its trace: a practitioner may read all records. */
const historyOf = (reference: string): string => `/browse/${reference}?tab=history`

const hasEnded = ({ reason }: PortalTask): boolean => reason === 'task_ended'

interface CardsProps extends Omit<TaskCardProps, 'task' | 'isChosen'> {
  readonly tasks: readonly PortalTask[]
  /** The reference of the task that is read first. */
  readonly chosen: string
}

function Cards({ tasks, chosen, ...ofCards }: CardsProps) {
  return (
    <ul className={classes.tasks}>
      {tasks.map((task) => (
        <li key={task.reference} className={layout.card} data-chosen={task.reference === chosen || undefined}>
          <TaskCard task={task} isChosen={task.reference === chosen} {...ofCards} />
        </li>
      ))}
    </ul>
  )
}

function TaskSkeletons({ label }: { readonly label: string }) {
  return (
    <div role="status" className={classes.tasks}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton height={170} radius="md" />
      <Skeleton height={170} radius="md" />
      <Skeleton height={170} radius="md" />
    </div>
  )
}
