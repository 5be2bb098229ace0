// The task of a demo app: it is started, answered and completed; or it says why there is nothing to do.
'use client'

import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isOwnedBy } from '#components/ui/fhir/task-owner.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { GivenAnswers, ShownAnswers } from '#lib/api/answers.ts'
import type { OpenSession } from '#lib/api/launch-session.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import classes from './answering.module.css'
import { answeringTexts } from './answering-texts.ts'
import { useAppTexts } from './app-context.tsx'
import { useKeptAnswers } from './kept-answers.ts'
import { Questions } from './questions.tsx'
import { ScoreLines } from './score.tsx'
import { StepState } from './step-state.tsx'
import { TaskCompleted, TaskOfSomebodyElse, TaskStopped } from './task-over.tsx'
import { openStatusOf, useTaskStep } from './use-task-step.ts'

interface AnsweringProps {
  readonly session: OpenSession
  readonly task: FhirResource
  /** What this person answered before, if anything. */
  readonly stored: GivenAnswers | undefined
  /** Of a task of somebody else. */
  readonly other: ShownAnswers['other']
  /** Of completed tasks, what this person answered, the newest first. */
  readonly before: readonly GivenAnswers[]
}

export function Answering({ session, task, stored, other, before }: AnsweringProps) {
  const texts = useTexts(answeringTexts)
  const app = useAppTexts()
  const { kept, keep, send, isSaved } = useKeptAnswers(session, stored)
  const step = useTaskStep(session, task, send)
  const [startedHere, setStartedHere] = useState(false)
  const status = openStatusOf(task)
  const own = session.patient === undefined || session.patient === session.user

  // The person had finished, and the page was reloaded before the task was completed: completing continues by itself.
  const goesOn = useRef(kept.done && status === 'in-progress' && isOwnedBy(task, session.user))
  const complete = step.mutate
  useEffect(() => {
    if (goesOn.current) complete('completed')
    goesOn.current = false
  }, [complete])

  if (task['status'] === 'completed')
    return (
      <TaskCompleted task={task} answers={kept.done ? kept.answers : stored?.answers} justNow={kept.done} own={own}>
        <ScoreLines given={before} patient={session.patient} />
      </TaskCompleted>
    )
  if (status === undefined || status === 'on-hold') return <TaskStopped session={session} task={task} />
  if (!isOwnedBy(task, session.user)) return <TaskOfSomebodyElse session={session} task={task} other={other} />
  const start = () => {
    setStartedHere(true)
    step.mutate('in-progress')
  }
  if (status !== 'in-progress')
    return (
      <div className={classes.answering}>
        <p>{app.start}</p>
        <div>
          <Button size="md" loading={step.isPending} onClick={start}>
            {texts.start}
          </Button>
        </div>
        <StepState step={step} away={texts.away} busy={texts.starting} again={start} />
      </div>
    )
  return (
    <div className={classes.answering}>
      <Questions
        kept={kept}
        keep={keep}
        own={own}
        isSaved={isSaved}
        busy={step.isPending}
        done={() => step.mutate('completed')}
        entered={startedHere}
      />
      <StepState step={step} away={texts.awayWithAnswers} busy={texts.saving} again={() => step.mutate('completed')} />
    </div>
  )
}
