// Two traces side by side: the requests that correspond, and what differs between them.
import type { Members, TraceDetail, TraceStep, TraceSummary } from '../api/traces.ts'
import type { Language } from '../i18n/language.ts'
import { isLaunch } from './calls.ts'
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
  /** True where a side has no such request because it had stopped before. */
  readonly never: boolean
}

export interface SideBySide {
  readonly pairs: readonly StepPair[]
  /**
   * The place where they part: where one stopped and the other did not, else the first pair that went differently, else the first
   * with other values; undefined when none differs.
   */
  readonly first: number | undefined
}

/** The latest ones are enough to find a launch that went otherwise; any other trace is found in the list. */
const MOST_OFFERED = 10

/**
 * What a trace can be put beside: launches beside a launch, those with another outcome first, since a refused launch is compared with
 * one that opened.
 */
export function othersFor(trace: TraceSummary, items: readonly TraceSummary[]): readonly TraceSummary[] {
  const { id, outcome } = trace
  const others = items.filter((item) => item.id !== id && isLaunch(item) === isLaunch(trace))
  const isUseful = (item: TraceSummary) =>
    item.outcome !== outcome && (item.outcome === 'opened' || outcome === 'opened')
  return [...others.filter(isUseful), ...others.filter((item) => !isUseful(item))].slice(0, MOST_OFFERED)
}

/** The two traces in step. */
export function sideBySide(left: TraceDetail, right: TraceDetail, language: Language): SideBySide {
  const rows = aligned(left.steps, right.steps)
  const stops = { left: placeOfStop(rows, 'left'), right: placeOfStop(rows, 'right') }
  const pairs = rows.map(({ left: one, right: other }, at) => ({
    left: one,
    right: other,
    course: one && other ? courseOf(one, other, language) : [],
    values: one && other ? valuesOf(one, other, language) : [],
    never: isAfter(stops.left, at, one, other) || isAfter(stops.right, at, other, one),
  }))
  const begin = pairs.findIndex(({ left: one, right: other }) => one && other)
  const first = [
    pairs.findIndex(stoppedSide),
    pairs.findIndex(({ course }) => course.length > 0),
    // What only one has before anything corresponds is a matter of what was recorded: a launch that is not proven has no portal.
    pairs.findIndex((pair, at) => at > begin && wentDifferently(pair)),
    pairs.findIndex(wentDifferently),
    pairs.findIndex(({ values }) => values.length > 0),
  ].find((place) => place >= 0)
  return { pairs, first }
}

/** One of the two traces: the one that was opened, or the other. */
export type Side = 'left' | 'right'

const isStopped = (step: TraceStep | undefined): boolean => step?.failed !== undefined || step?.fault === true

/** The side that stopped at a pair at which the other did not. */
export const stoppedSide = ({ left, right }: Aligned): Side | undefined =>
  isStopped(left) === isStopped(right) ? undefined : isStopped(left) ? 'left' : 'right'

/** True for a request that one side has not made because it had stopped. A portal signs before anything else, recorded or not. */
const isAfter = (stop: number, at: number, missing: TraceStep | undefined, there: TraceStep | undefined): boolean =>
  !missing && at > stop && there?.peer !== 'portal'

function placeOfStop(rows: readonly Aligned[], side: Side): number {
  const place = rows.findIndex((row) => isStopped(row[side]))
  return place < 0 ? rows.length : place
}

/** So many requests that never happened on one side are one line. */
const FEWEST_FOLDED = 5

export interface PairLine {
  /** Of its first pair. */
  readonly place: number
  readonly line: readonly StepPair[]
}

/** The pairs in their order: a line is one pair, or many after each other that only one of the two has, because the other had stopped. */
export function linesOfPairs(pairs: readonly StepPair[]): readonly PairLine[] {
  const runs: { place: number; line: StepPair[] }[] = []
  for (const [place, pair] of pairs.entries()) {
    const last = runs.at(-1)?.line
    const [first] = last ?? []
    if (first?.never && pair.never && (first.left === undefined) === (pair.left === undefined)) last?.push(pair)
    else runs.push({ place, line: [pair] })
  }
  return runs.flatMap(({ place, line }) =>
    line.length < FEWEST_FOLDED ? line.map((pair, at) => ({ place: place + at, line: [pair] })) : [{ place, line }],
  )
}

/** True for requests that went the same, with nothing else in them than what is new in each launch. */
export const isSameRequest = (one: TraceStep, other: TraceStep): boolean =>
  one.step === other.step &&
  one.failed === other.failed &&
  courseOf(one, other, 'en').length === 0 &&
  valuesOf(one, other, 'en').length === 0

/** True for requests of which one is missing, or that ended differently. */
const wentDifferently = ({ left, right, course }: StepPair): boolean => !left || !right || course.length > 0

type Aligned = Pick<StepPair, 'left' | 'right'>

/**
 * The longest common sequence of corresponding requests, with what only one side has in between. Of several that are as long, the one
 * that begins first: where a page was opened twice, its first attempt is beside the first of the other.
 */
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
  const skipsLeft = (at: number, beside: number): boolean => {
    const [without, withIt] = [common(at + 1, beside), common(at, beside + 1)]
    return without === withIt
      ? distance(ones, others[beside], at) <= distance(others, ones[at], beside)
      : without > withIt
  }
  const pairs: Aligned[] = []
  for (let at = 0, beside = 0; at < left.length || beside < right.length; ) {
    const isLeft = at < left.length
    const isRight = beside < right.length
    if (isLeft && isRight && ones[at] === others[beside]) pairs.push({ left: left[at++], right: right[beside++] })
    else if (isLeft && (!isRight || skipsLeft(at, beside))) pairs.push({ left: left[at++], right: undefined })
    else pairs.push({ left: undefined, right: right[beside++] })
  }
  return pairs
}

/** How many requests come before the next of that kind. */
function distance(kinds: readonly string[], kind: string | undefined, from: number): number {
  const place = kind === undefined ? -1 : kinds.indexOf(kind, from)
  return place < 0 ? Number.POSITIVE_INFINITY : place - from
}

/** Requests of the same kind correspond: of FHIR, those with the same method and type. */
function kindOf(step: TraceStep): string {
  const address = fhirAddress(step)
  return address === undefined ? step.step : `${step.step} ${step.method} ${/^[A-Za-z]*/.exec(address)?.[0]}`
}

function courseOf(left: TraceStep, right: TraceStep, language: Language): readonly StepDifference[] {
  const { states, status, noAnswer } = TRACE_TEXTS[language]
  // What was not reached follows from what failed.
  const reached = ({ checks }: TraceStep, { checks: others }: TraceStep) =>
    checks.filter(({ name, outcome }) =>
      [outcome, others.find((other) => other.name === name)?.outcome].every((one) => one !== 'not_reached'),
    )
  const outcomes = (step: TraceStep, other: TraceStep) =>
    new Map(reached(step, other).map(({ name, outcome }) => [name as string, states[outcome]]))
  const code = (step: TraceStep) => (step.status === 0 ? noAnswer : String(step.status))
  return [
    ...differing(outcomes(left, right), outcomes(right, left)),
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
