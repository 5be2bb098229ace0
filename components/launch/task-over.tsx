// A task with nothing left to do: completed now or before, or stopped by the portal.
'use client'

import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { OpenSession } from '#lib/api/launch-session.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import classes from './answering.module.css'
import { answeringTexts } from './answering-texts.ts'
import { useAppTexts } from './app-context.tsx'
import { AnswerList } from './given-answers.tsx'
import { forgetAnswers, forgetDraft } from './kept-answers.ts'
import { Score } from './score.tsx'
import { Saved } from './step-state.tsx'

interface TaskCompletedProps {
  readonly task: FhirResource
  /** The answers, as far as the app has them. */
  readonly answers: readonly number[] | undefined
  /** The person completed the task in this tab just now. */
  readonly justNow: boolean
  readonly own: boolean
  /** What comes after the answers. */
  readonly children: ReactNode
}

export function TaskCompleted({ task, answers, justNow, own, children }: TaskCompletedProps) {
  const texts = useTexts(answeringTexts)
  const app = useAppTexts()
  const thanks = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    forgetAnswers()
    thanks.current?.focus() // The button that had the focus is gone.
  }, [])
  return (
    <div className={classes.answering}>
      {justNow ? (
        <div role="status" className={classes.state}>
          <p ref={thanks} tabIndex={-1} className={classes.over}>
            {texts.completedNow}
          </p>
          <Saved />
        </div>
      ) : (
        <p className={classes.over}>
          <When sentence={texts.completedBefore} task={task} />
        </p>
      )}
      {answers !== undefined && (
        <>
          <h2>{texts.yourAnswers}</h2>
          <Score answers={answers} />
          <AnswerList answers={answers} own={own} />
          <p className={layout.quiet}>{app.kept}</p>
        </>
      )}
      {children}
      <ToPortal />
    </div>
  )
}

interface TaskStoppedProps {
  readonly session: OpenSession
  readonly task: FhirResource
}

export function TaskStopped({ session, task }: TaskStoppedProps) {
  const texts = useTexts(answeringTexts)
  const codes = useTexts(fhirCodeTexts)
  const status = textOf(task['status']) ?? 'unknown'
  useEffect(() => forgetDraft(session), [session])
  const sentence =
    status === 'cancelled'
      ? texts.cancelled
      : status === 'entered-in-error'
        ? texts.withdrawn
        : () => texts.stopped(codes.status[status] ?? status)
  return (
    <div className={classes.answering}>
      <div role="alert" className={classes.state}>
        <p className={classes.over}>
          <When sentence={sentence} task={task} />
        </p>
        <p>{texts.nothingOverwritten}</p>
      </div>
      <ToPortal />
    </div>
  )
}

/** A task that somebody else is to do: how far it is, and the way back. */
export function TaskOfSomebodyElse({ task }: Pick<TaskStoppedProps, 'task'>) {
  const texts = useTexts(answeringTexts)
  return (
    <div className={classes.answering}>
      <div>
        <StatusBadge status={textOf(task['status']) ?? 'unknown'} />
      </div>
      <p>{texts.somebodyElse}</p>
      <ToPortal />
    </div>
  )
}

const ToPortal = () => {
  const texts = useTexts(answeringTexts)
  return (
    <div>
      <Button component="a" href="/portal" variant="default">
        {texts.toPortal}
      </Button>
    </div>
  )
}

interface WhenProps {
  readonly sentence: (when: string) => string
  readonly task: FhirResource
}

/** A sentence on when the task reached its status: the time today, or the day with the time. */
function When({ sentence, task: { meta } }: WhenProps) {
  const texts = useTexts(answeringTexts)
  const instant = textOf((meta as { readonly lastUpdated?: unknown } | undefined)?.lastUpdated) ?? ''
  const today = new Date(instant).toDateString() === new Date().toDateString()
  const when = today ? texts.at : texts.on
  return <SentenceWithMoments sentence={(time = '') => sentence(when(time))} at={[instant]} today={today} />
}
