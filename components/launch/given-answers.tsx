// Answers that were given, with their questions.
'use client'

import classes from './answering.module.css'
import { useAppTexts } from './app-context.tsx'

interface AnswerListProps {
  /** For each question the place of the answer among those to choose from. */
  readonly answers: readonly number[]
  /** True when patients answered for themselves: the questions are shown as they were asked. */
  readonly own: boolean
}

export function AnswerList({ answers, own }: AnswerListProps) {
  const texts = useAppTexts()
  return (
    <dl className={classes.given}>
      {texts.questions(own).map((question, index) => (
        <div key={question.ask}>
          <dt>{question.ask}</dt>
          <dd>{question.answers[answers[index] ?? -1] ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
