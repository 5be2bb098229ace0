// The score of an app whose answers add up: that of one time, and a line over all times.
'use client'

import { useId } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { GivenAnswers } from '#lib/api/answers.ts'
import classes from './answering.module.css'
import { answeringTexts } from './answering-texts.ts'
import { useAppTexts } from './app-context.tsx'
import type { AppTexts } from './app-texts.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const mostOf = ({ questions }: AppTexts): number => sum(questions(true).map(({ answers }) => answers.length - 1))

/** The score of one time; nothing in an app without scores. */
export function Score({ answers }: { readonly answers: readonly number[] }) {
  const app = useAppTexts()
  return app.scored && <p className={classes.score}>{app.scored.score(sum(answers), mostOf(app))}</p>
}

interface ScoreLinesProps {
  /** Of completed tasks, the newest first. */
  readonly given: readonly GivenAnswers[]
  readonly patient: string | undefined
}

/** A line for each person who answered more than once, the patient's first. */
export function ScoreLines({ given, patient }: ScoreLinesProps) {
  const app = useAppTexts()
  const people = [...new Set(given.map(({ person }) => person))]
  if (!app.scored) return null
  return people
    .sort((one, other) => Number(other === patient) - Number(one === patient))
    .map((person) => ({ person, times: given.filter((one) => one.person === person).toReversed() }))
    .filter(({ times }) => times.length > 1)
    .map(({ person, times }) => <ScoreLine key={person} times={times} app={app} byRelative={person !== patient} />)
}

/** The drawing, in its own units: as wide as a line of text on a phone. */
const [WIDTH, HEIGHT, EDGE] = [320, 120, 10]

interface ScoreLineProps {
  /** The oldest first. */
  readonly times: readonly GivenAnswers[]
  readonly app: AppTexts
  readonly byRelative: boolean
}

function ScoreLine({ times, app, byRelative }: ScoreLineProps) {
  const texts = useTexts(answeringTexts)
  const id = useId()
  const [most, scores] = [mostOf(app), times.map(({ answers }) => sum(answers))]
  const y = (score: number) => HEIGHT - EDGE - (score / most) * (HEIGHT - 2 * EDGE)
  const points = scores.map((score, at) => [EDGE + (at / (scores.length - 1)) * (WIDTH - 2 * EDGE), y(score)] as const)
  const [first, last] = [times[0]?.doneAt, times.at(-1)?.doneAt]
  return (
    <section className={classes.scores} aria-labelledby={id}>
      <h2 id={id}>
        {app.scored?.overTime}
        {byRelative && <span className={layout.quiet}> {texts.byRelative}</span>}
      </h2>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={app.scored?.line(scores, most)}>
        {[0, most / 2, most].map((score) => (
          <g key={score}>
            <line className={classes.rule} x1={EDGE} x2={WIDTH - EDGE} y1={y(score)} y2={y(score)} />
            <text x={EDGE} y={y(score) - 3}>
              {score}
            </text>
          </g>
        ))}
        <polyline className={classes.trend} points={points.map((point) => point.join(',')).join(' ')} />
        {points.map(([x, at]) => (
          <circle key={x} className={classes.point} cx={x} cy={at} r="4" />
        ))}
      </svg>
      <p className={classes.ends}>
        <span>{first && <Moment at={first} />}</span>
        <span>{last && <Moment at={last} />}</span>
      </p>
      <p className={layout.quiet}>{app.scored?.meaning}</p>
    </section>
  )
}
