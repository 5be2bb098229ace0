// The review of a practitioner: what was answered about the patient, the newest first, and the end of the task.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { GivenAnswers } from '#lib/api/answers.ts'
import type { OpenSession } from '#lib/api/launch-session.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import classes from './answering.module.css'
import { answeringTexts } from './answering-texts.ts'
import { useAppTexts } from './app-context.tsx'
import { AnswerList } from './given-answers.tsx'
import { awaitedAnswersQuery } from './launch-queries.ts'
import { Score, ScoreLines } from './score.tsx'
import { StepState } from './step-state.tsx'
import { TaskStopped, When } from './task-over.tsx'
import { openStatusOf, useTaskStep } from './use-task-step.ts'

/** As many as fit in a talk; the earlier ones unfold. */
const FIRST = 7

interface ReviewProps {
  readonly session: OpenSession
  readonly task: FhirResource
  /** Of completed tasks about the patient, the newest first. */
  readonly about: readonly GivenAnswers[]
}

export function Review({ session, task, about }: ReviewProps) {
  const texts = useTexts(answeringTexts)
  const app = useAppTexts()
  const step = useTaskStep(session, task)
  const complete = () => step.mutate('completed')
  const isOpen = openStatusOf(task) !== undefined
  useQuery({ ...awaitedAnswersQuery(session.id), enabled: isOpen && about.length === 0 })
  if (!isOpen && task['status'] !== 'completed') return <TaskStopped session={session} task={task} />
  const { title, text, yes, no } = texts.noAnswers
  const nothing = { title, children: <p>{text}</p>, confirm: yes, dismiss: no }
  const [newest, earlier] = [about.slice(0, FIRST), about.slice(FIRST)]
  return (
    <div className={classes.answering}>
      {about.length === 0 && (
        <p>
          {app.nothingAnswered} {isOpen && texts.looksAgain}
        </p>
      )}
      <ScoreLines given={about} patient={session.patient} />
      <Days given={newest} patient={session.patient} />
      {earlier.length > 0 && (
        <details className={layout.more}>
          <summary>{app.earlier(earlier.length)}</summary>
          <Days given={earlier} patient={session.patient} />
        </details>
      )}
      {isOpen ? (
        <>
          <div>
            {about.length === 0 ? (
              <AskButton question={nothing} onSure={complete}>
                {texts.noAnswers.end}
              </AskButton>
            ) : (
              <Button size="md" loading={step.isPending} onClick={complete}>
                {texts.reviewed}
              </Button>
            )}
          </div>
          <StepState step={step} away={texts.away} busy={texts.saving} again={complete} />
        </>
      ) : (
        <p role="status" className={classes.over}>
          <When sentence={texts.reviewOver} task={task} />
        </p>
      )}
    </div>
  )
}

interface DaysProps {
  readonly given: readonly GivenAnswers[]
  readonly patient: string | undefined
}

const Days = ({ given, patient }: DaysProps) => {
  const texts = useTexts(answeringTexts)
  return given.map(({ task, title, person, answers, doneAt }) => (
    <section key={`${task} ${person}`} className={classes.day} aria-label={texts.answersOfDay}>
      <h2>{title ?? texts.answersOfDay}</h2>
      <p className={layout.quiet}>
        {doneAt && <Moment at={doneAt} />}
        {person !== patient && ` ${texts.byRelative}`}
      </p>
      <Score answers={answers} />
      <AnswerList answers={answers} own={person === patient} />
    </section>
  ))
}
