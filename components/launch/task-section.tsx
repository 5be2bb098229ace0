// The launched task: what to do, and its facts.
'use client'

import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Narrative } from '#components/ui/fhir/narrative.tsx'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { OpenSession } from '#lib/api/launch-session.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { Diary } from './diary.tsx'
import classes from './launch.module.css'
import { resourceQuery } from './launch-queries.ts'
import { type LaunchTexts, launchTexts } from './texts.ts'

export function TaskSection({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const task = useQuery(resourceQuery(session.id, session.task))
  const activity = useQuery({
    ...resourceQuery(session.id, session.definition ?? ''),
    enabled: session.definition !== undefined,
  })
  if (task.isLoadingError) return <LoadFailed error={task.error} retry={() => task.refetch()} />
  const activityTitle = activity.data && (textOf(activity.data['title']) ?? textOf(activity.data['name']))
  return (
    <section className={layout.card} aria-labelledby="task">
      <RefetchFailed query={task} />
      {task.isPending ? (
        <div role="status">
          <VisuallyHidden>{texts.loading}</VisuallyHidden>
          <Skeleton height={30} width="60%" mb="md" />
          <Skeleton height={90} />
        </div>
      ) : (
        <TaskFacts task={task.data} session={session} activity={activityTitle ?? session.definition} />
      )}
    </section>
  )
}

interface TaskFactsProps {
  readonly task: FhirResource
  readonly session: OpenSession
  readonly activity: string | undefined
}

function TaskFacts({ task, session, activity }: TaskFactsProps) {
  const texts = useTexts(launchTexts)
  const status = textOf(task['status'])
  const description = textOf(task['description'])
  return (
    <>
      <p className={classes.kicker}>{texts.task}</p>
      <h1 id="task">{description ?? activity ?? texts.untitledTask}</h1>
      <Diary session={session} task={task} />
      <dl className={`${classes.facts} ${classes.below}`}>
        <Fact label={texts.status}>{status && <StatusBadge status={status} />}</Fact>
        <Fact label={texts.period}>{periodOf(task, texts)}</Fact>
        <Fact label={texts.activity}>{activity}</Fact>
        <Fact label={texts.intent}>{session.intent ?? textOf(task['intent'])}</Fact>
        <Fact label={texts.id}>
          <code className={layout.code}>{session.task}</code>
        </Fact>
      </dl>
      {task['text'] !== undefined && <Narrative resource={task} title={texts.narrativeOfTask} />}
    </>
  )
}

/** Undefined for a task without a period: then there is no fact. */
function periodOf(task: FhirResource, texts: LaunchTexts): ReactNode {
  const period = (task['executionPeriod'] ?? {}) as { readonly start?: unknown; readonly end?: unknown }
  const [start, end] = [textOf(period.start), textOf(period.end)]
  if (start === undefined && end === undefined) return undefined
  return (
    <>
      {start && <SentenceWithMoments sentence={texts.periodFrom} at={[start]} />}{' '}
      {end && <SentenceWithMoments sentence={texts.periodUntil} at={[end]} />}
    </>
  )
}
