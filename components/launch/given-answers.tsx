// Answers that were given, with their questions.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './diary.module.css'
import { diaryTexts } from './diary-texts.ts'

interface AnswerListProps {
  /** For each question the place of the answer among those to choose from. */
  readonly answers: readonly number[]
  /** True when the reader answered. */
  readonly own: boolean
}

export function AnswerList({ answers, own }: AnswerListProps) {
  const texts = useTexts(diaryTexts)
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
