// The questions, one a screen. Answers stay in the tab until the person is done.
'use client'

import '@mantine/core/styles/Progress.css'
import { Button, Progress } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './answering.module.css'
import { answeringTexts } from './answering-texts.ts'
import { useAppTexts } from './app-context.tsx'
import type { KeptAnswers } from './kept-answers.ts'
import { Saved } from './step-state.tsx'

interface QuestionsProps {
  readonly kept: KeptAnswers
  readonly keep: (next: KeptAnswers) => void
  /** True when people answer for themselves. */
  readonly own: boolean
  /** True when the app has the answer given last. */
  readonly isSaved: boolean
  readonly busy: boolean
  /** Completes the task. */
  readonly done: () => void
  /** True when the questions replaced the focused element. */
  readonly entered: boolean
}

export function Questions({ kept, keep, own, isSaved, busy, done, entered }: QuestionsProps) {
  const texts = useTexts(answeringTexts)
  const questions = useAppTexts().questions(own)
  const last = questions.length - 1
  const [at, setAt] = useState(Math.min(kept.answers.length, last))
  const [missed, setMissed] = useState(false)
  const id = useId()
  const heading = useHeadingFocus(at, entered)
  const first = useRef<HTMLInputElement>(null)
  const chosen = kept.answers[at]

  const show = (next: number) => {
    setMissed(false)
    setAt(next)
  }
  const choose = (answer: number) => {
    setMissed(false)
    keep({ ...kept, answers: [...kept.answers.slice(0, at), answer, ...kept.answers.slice(at + 1)] })
  }
  const goOn = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === undefined) {
      setMissed(true)
      first.current?.focus()
      return
    }
    if (at < last) return show(at + 1)
    keep({ ...kept, done: true })
    done()
  }

  return (
    <form className={classes.question} onSubmit={goOn} noValidate>
      <p className={classes.place}>{texts.place(at + 1, questions.length)}</p>
      <Progress value={(100 * kept.answers.length) / questions.length} size="sm" color="var(--app-ink)" aria-hidden />
      <fieldset className={classes.answers} disabled={busy} aria-describedby={missed ? `${id}-missed` : undefined}>
        <legend>
          <h2 ref={heading} tabIndex={-1}>
            {questions[at]?.ask}
          </h2>
        </legend>
        {questions[at]?.answers.map((answer, index) => (
          <label key={answer} className={classes.answer}>
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name={id}
              checked={index === chosen}
              onChange={() => choose(index)}
            />
            {answer}
          </label>
        ))}
      </fieldset>
      {missed && (
        <p id={`${id}-missed`} role="alert" className={classes.missed}>
          {texts.choose}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={at === 0 || busy} onClick={() => show(at - 1)}>
          {texts.back}
        </Button>
        <Button type="submit" loading={busy}>
          {at < last ? texts.next : texts.done}
        </Button>
      </div>
      <div role="status" className={classes.state}>
        {chosen !== undefined && isSaved && !busy && <Saved />}
      </div>
    </form>
  )
}

/** The heading gets the focus with every question but the one that the page began with. */
function useHeadingFocus(at: number, entered: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(entered ? undefined : at)
  useEffect(() => {
    if (shown.current !== at) heading.current?.focus()
    shown.current = at
  }, [at])
  return heading
}
