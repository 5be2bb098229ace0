// Two traces side by side: the requests that correspond, and what differs between them.
import type { Members, TraceDetail, TraceStep } from '../api/traces.ts'
import type { Language } from '../i18n/language.ts'
import { fhirAddress } from './fhir-line.ts'
import { TRACE_TEXTS } from './texts.ts'
import { decodedOf, valueText } from './values.ts'

/** One thing that is not the same in two requests; an absent side has none. */
export interface StepDifference {
  readonly name: string
  readonly left: string | undefined
  readonly right: string | undefined
}

/** A request of the one trace beside that of the other, where there is one. */
export interface StepPair {
  readonly left: TraceStep | undefined
  readonly right: TraceStep | undefined
  /** How it went: the checks whose outcomes differ, and the status. */
  readonly course: readonly StepDifference[]
  /** What was sent and answered, without what differs in every launch. */
  readonly values: readonly StepDifference[]
}

export interface SideBySide {
  readonly pairs: readonly StepPair[]
  /** The place of the first pair that went differently, else of the first with other values; undefined when none differs. */
  readonly first: number | undefined
}

/** The two traces in step. */
export function sideBySide(left: TraceDetail, right: TraceDetail, language: Language): SideBySide {
  const pairs = aligned(left.steps, right.steps).map(({ left: one, right: other }) => ({
    left: one,
    right: other,
    course: one && other ? courseOf(one, other, language) : [],
    values: one && other ? valuesOf(one, other, language) : [],
  }))
  const course = pairs.findIndex(wentDifferently)
  const first = course >= 0 ? course : pairs.findIndex(({ values }) => values.length > 0)
  return { pairs, first: first < 0 ? undefined : first }
}

/** True for requests of which one is missing, or that ended differently. */
export const wentDifferently = ({ left, right, course }: StepPair): boolean => !left || !right || course.length > 0

type Aligned = Pick<StepPair, 'left' | 'right'>

/** The longest common sequence of corresponding requests, with what only one side has in between. */
function aligned(left: readonly TraceStep[], right: readonly TraceStep[]): readonly Aligned[] {
  const [ones, others] = [left.map(kindOf), right.map(kindOf)]
  const lengths = ones.map(() => others.map(() => 0))
  const common = (at: number, beside: number) => lengths[at]?.[beside] ?? 0
  for (let at = ones.length - 1; at >= 0; at -= 1)
    for (let beside = others.length - 1; beside >= 0; beside -= 1) {
      const row = lengths[at]
      if (row)
        row[beside] =
          ones[at] === others[beside]
            ? 1 + common(at + 1, beside + 1)
            : Math.max(common(at + 1, beside), common(at, beside + 1))
    }
  const pairs: Aligned[] = []
  for (let at = 0, beside = 0; at < left.length || beside < right.length; ) {
    const isLeft = at < left.length
    const isRight = beside < right.length
    if (isLeft && isRight && ones[at] === others[beside]) pairs.push({ left: left[at++], right: right[beside++] })
    else if (isLeft && (!isRight || common(at + 1, beside) >= common(at, beside + 1)))
      pairs.push({ left: left[at++], right: undefined })
    else pairs.push({ left: undefined, right: right[beside++] })
  }
  return pairs
}

/** Requests of the same kind correspond: of FHIR, those with the same method and type. */
function kindOf(step: TraceStep): string {
  const address = fhirAddress(step)
  return address === undefined ? step.step : `${step.step} ${step.method} ${/^[A-Za-z]*/.exec(address)?.[0]}`
}

function courseOf(left: TraceStep, right: TraceStep, language: Language): readonly StepDifference[] {
  const { states, status, noAnswer } = TRACE_TEXTS[language]
  const outcomes = ({ checks }: TraceStep) =>
    new Map(checks.map(({ name, outcome }) => [name as string, states[outcome]]))
  const code = (step: TraceStep) => (step.status === 0 ? noAnswer : String(step.status))
  return [
    ...differing(outcomes(left), outcomes(right)),
    ...differing(new Map([[status, code(left)]]), new Map([[status, code(right)]])),
  ]
}

const valuesOf = (left: TraceStep, right: TraceStep, language: Language): readonly StepDifference[] =>
  differing(textsOf(left, language), textsOf(right, language))

function differing(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): readonly StepDifference[] {
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return names.flatMap((name) => {
    const [one, other] = [left.get(name), right.get(name)]
    return one === other ? [] : [{ name, left: one, right: other }]
  })
}

/** New in each launch: random values, times, and what is made of them. */
const OF_EACH: ReadonlySet<string> = new Set(
  'state nonce code code_challenge code_verifier jti iat exp nbf auth_time sid interaction at_hash iss_at csrf version session lang'.split(
    ' ',
  ),
)

/** What was sent and answered, by name; the members of tokens with the name of the token before them. */
function textsOf({ sent, answered = {}, at }: TraceStep, language: Language): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const add = (members: Members, prefix: string) => {
    for (const [name, value] of Object.entries(members)) {
      if (OF_EACH.has(name) || isRemoved(value)) continue
      const jwt = decodedOf(value)
      if (jwt) add({ ...jwt.header, ...jwt.claims }, `${name}.`)
      else texts.set(`${prefix}${name}`, valueText(name, value, at, language))
    }
  }
  add(sent, '')
  add(answered, '')
  return texts
}

const isRemoved = (value: unknown): boolean => typeof value === 'object' && value !== null && 'removed' in value
