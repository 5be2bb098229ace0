// The launched task: what it is called, when it is to be done, and the doing.
'use client'

import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { isOwnedBy } from '#components/ui/fhir/task-owner.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { ShownAnswers } from '#lib/api/answers.ts'
import type { OpenSession } from '#lib/api/launch-session.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { Answering } from './answering.tsx'
import { answersQuery, resourceQuery } from './launch-queries.ts'
import { Review } from './review.tsx'
import { type LaunchTexts, launchTexts } from './texts.ts'

export function TaskSection({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const language = useLanguage()
  const task = useQuery(resourceQuery(session.id, session.task))
  const activity = useQuery({
    ...resourceQuery(session.id, session.definition ?? ''),
    enabled: session.definition !== undefined,
  })
  const answers = useQuery(answersQuery(session.id))
  if (answers.isLoadingError) return <LoadFailed error={answers.error} retry={() => answers.refetch()} />
  if (task.isLoadingError) return <LoadFailed error={task.error} retry={() => task.refetch()} />
  const shown = activity.data && inLanguage(activity.data, language)
  const activityTitle = shown && (textOf(shown['title']) ?? textOf(shown['name']))
  return (
    <section className={layout.card} aria-labelledby="task">
      <RefetchFailed query={task} />
      {task.isPending || answers.isPending ? (
        <div role="status">
          <VisuallyHidden>{texts.loading}</VisuallyHidden>
          <Skeleton height={30} width="60%" mb="md" />
          <Skeleton height={90} />
        </div>
      ) : (
        <TaskFacts
          task={inLanguage(task.data, language)}
          answers={answers.data}
          session={session}
          activity={activityTitle ?? session.definition}
        />
      )}
    </section>
  )
}

interface TaskFactsProps {
  readonly task: FhirResource
  readonly answers: ShownAnswers
  readonly session: OpenSession
  readonly activity: string | undefined
}

function TaskFacts({ task, answers: { own, about, other }, session, activity }: TaskFactsProps) {
  const texts = useTexts(launchTexts)
  const description = textOf(task['description'])
  const period = periodOf(task, texts)
  return (
    <>
      <h1 id="task">{description ?? activity ?? texts.untitledTask}</h1>
      {period && <p className={layout.quiet}>{period}</p>}
      {session.role === 'practitioner' && isOwnedBy(task, session.user) ? (
        <Review session={session} task={task} about={about} />
      ) : (
        <Answering session={session} task={task} stored={own} other={other} before={about} />
      )}
    </>
  )
}

/** Undefined for a task without a period. */
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
