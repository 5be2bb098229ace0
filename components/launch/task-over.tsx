// A task with nothing left to do: completed now or before, or stopped by the portal.
'use client'

import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { queryOf } from '#components/ui/address/query.ts'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { isOwnedBy } from '#components/ui/fhir/task-owner.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment, SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { ShownAnswers } from '#lib/api/answers.ts'
import type { OpenSession } from '#lib/api/launch-session.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { parseReference } from '#lib/fhir/reference.ts'
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

interface TaskOfSomebodyElseProps extends TaskStoppedProps {
  /** Whose it is and how far it is, for whoever may know. */
  readonly other: ShownAnswers['other']
}

/** A task that somebody else is to do: whose it is, how far it is, what it asks, and the way back. */
export function TaskOfSomebodyElse({ session, task, other }: TaskOfSomebodyElseProps) {
  const texts = useTexts(answeringTexts)
  // As its owner is asked them.
  const questions = useAppTexts().questions(session.patient !== undefined && isOwnedBy(task, session.patient))
  const authoredOn = textOf(task['authoredOn'])
  return (
    <div className={classes.answering}>
      <dl className={classes.facts}>
        <Fact label={texts.of}>{other?.name}</Fact>
        <Fact label={texts.status}>
          <StatusBadge status={textOf(task['status']) ?? 'unknown'} />
        </Fact>
        <Fact label={texts.assigned}>{authoredOn && <Moment at={authoredOn} />}</Fact>
        <Fact label={texts.answered}>{other && texts.answeredOf(other.answered, questions.length)}</Fact>
      </dl>
      <h2>{texts.asked}</h2>
      <ol className={classes.asked}>
        {questions.map(({ ask }) => (
          <li key={ask}>{ask}</li>
        ))}
      </ol>
      <p className={layout.quiet}>{texts.somebodyElse(other?.name)}</p>
      <ToPortal patient={session.role === 'practitioner' ? session.patient : undefined} />
    </div>
  )
}

/** The way back; `patient`, by reference, is whose tasks a practitioner came from. */
const ToPortal = ({ patient }: { readonly patient?: string | undefined }) => {
  const texts = useTexts(answeringTexts)
  return (
    <div>
      <Button component="a" href={`/portal${queryOf({ patient: parseReference(patient)?.id })}`} variant="default">
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
export function When({ sentence, task: { meta } }: WhenProps) {
  const texts = useTexts(answeringTexts)
  const instant = textOf((meta as { readonly lastUpdated?: unknown } | undefined)?.lastUpdated) ?? ''
  const today = new Date(instant).toDateString() === new Date().toDateString()
  const when = today ? texts.at : texts.on
  return <SentenceWithMoments sentence={(time = '') => sentence(when(time))} at={[instant]} today={today} />
}
