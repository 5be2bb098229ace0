// The tasks of one patient as cards. Open is a real form: the launch works without script.
'use client'

import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { instantText } from '#components/fhir/dates.ts'
import { StatusBadge } from '#components/fhir/status-badge.tsx'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import type { PortalTask } from '#lib/api/portal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { NOT_LAUNCHABLE_TEXTS } from '#lib/i18n/not-launchable.ts'
import classes from './portal.module.css'
import { tasksQuery } from './portal-queries.ts'
import { portalTexts } from './texts.ts'

interface TaskListProps {
  /** Bare id of the patient whose tasks they are; one's own without it. */
  readonly patient?: string
  readonly title: string
}

export function TaskList({ patient, title }: TaskListProps) {
  return (
    <section className={classes.section} aria-labelledby="tasks">
      <h2 id="tasks">{title}</h2>
      <Tasks {...(patient === undefined ? {} : { patient })} />
    </section>
  )
}

function Tasks({ patient }: Pick<TaskListProps, 'patient'>) {
  const texts = useTexts(portalTexts)
  const tasks = useQuery(tasksQuery(patient))
  if (tasks.isPending) return <TaskSkeletons label={texts.loading} />
  if (tasks.isError) return <LoadFailed error={tasks.error} retry={() => tasks.refetch()} />
  if (tasks.data.items.length === 0)
    return (
      <div className={classes.empty}>
        <h3>{texts.noTasks}</h3>
        <p>{texts.noTasksText}</p>
      </div>
    )
  return (
    <ul className={classes.tasks}>
      {tasks.data.items.map((task) => (
        <li key={task.reference} className={classes.card}>
          <TaskCard task={task} patient={tasks.data.patient} />
        </li>
      ))}
    </ul>
  )
}

/** `patient` is a reference. */
function TaskCard({ task, patient }: { readonly task: PortalTask; readonly patient: string }) {
  const texts = useTexts(portalTexts)
  const reasons = useTexts(NOT_LAUNCHABLE_TEXTS)
  const language = useLanguage()
  return (
    <>
      <div className={classes.taskHead}>
        <h3>{task.title}</h3>
        <StatusBadge status={task.status} />
      </div>
      <dl className={classes.facts}>
        <Fact name={texts.activity} value={task.activity} />
        <Fact name={texts.opensIn} value={task.app} />
        <Fact name={texts.assigned} value={task.authoredOn && instantText(task.authoredOn, language)} />
      </dl>
      {task.launchable ? (
        <form method="post" action="/portal/launch" className={classes.foot}>
          <input type="hidden" name="task" value={parseReference(task.reference)?.id} />
          <input type="hidden" name="patient" value={parseReference(patient)?.id} />
          <Button
            type="submit"
            aria-label={texts.openTask(task.title)}
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            {texts.open}
          </Button>
        </form>
      ) : (
        task.reason && <p className={`${classes.quiet} ${classes.foot}`}>{reasons[task.reason]}</p>
      )}
    </>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  if (!value) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
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
