// The requests of a trace as lines: many reads of one app, one after the other, are one line that opens, and so are requests that a
// launch made once more, since its page was opened twice.
import type { TraceStep } from '../api/traces.ts'
import { pathBelowBase } from './fhir-line.ts'
import { isSameRequest } from './side-by-side.ts'

/** A step with its place in the trace. */
export interface PlacedStep {
  readonly step: TraceStep
  readonly index: number
}

/** What an app reads when it opens stays in sight: fewer reads than this are a line each. */
const FEWEST_FOLDED = 5
/** Types that a folded line names. */
const MOST_TYPES = 4

/** One step, reads by one app that all succeeded, or what is the same as right before it. */
export interface TraceLine {
  readonly sort: 'one' | 'reads' | 'again'
  readonly steps: readonly PlacedStep[]
}

/** The steps in their order. */
export function linesOf(steps: readonly TraceStep[]): readonly TraceLine[] {
  const lines: { sort: TraceLine['sort']; steps: PlacedStep[] }[] = []
  for (let index = 0; index < steps.length; ) {
    const again = repeatedAt(steps, index)
    const placed = steps.slice(index, index + Math.max(1, again)).map((step, at) => ({ step, index: index + at }))
    index += placed.length
    const [last, [one]] = [lines.at(-1), placed]
    const [begin] = last?.steps ?? []
    const isRun = last?.sort === 'reads' && begin && one && isRead(one.step) && begin.step.client === one.step.client
    if (again > 0) lines.push({ sort: 'again', steps: placed })
    else if (isRun) last.steps.push(...placed)
    else lines.push({ sort: one && isRead(one.step) ? 'reads' : 'one', steps: placed })
  }
  return lines.flatMap((line) =>
    line.sort === 'reads' && line.steps.length < FEWEST_FOLDED
      ? line.steps.map((step) => ({ sort: 'one' as const, steps: [step] }))
      : [line],
  )
}

/** How many steps from here on are, in their order, the same as those right before them: a page was opened twice. */
function repeatedAt(steps: readonly TraceStep[], from: number): number {
  const isOnceMore = (step: TraceStep | undefined, before: TraceStep | undefined) =>
    step !== undefined && before !== undefined && isOfLaunch(step) && isSameRequest(step, before)
  for (let count = Math.min(from, steps.length - from); count > 0; count -= 1) {
    const block = Array.from({ length: count }, (_, at) => from + at)
    if (block.every((at) => isOnceMore(steps[at], steps[at - count]))) return count
  }
  return 0
}

/** Requests to the FHIR API, and what follows from them, are told one by one: a second one changes something again. */
const isOfLaunch = ({ step }: TraceStep): boolean => !step.startsWith('fhir') && !step.startsWith('subscription')

const isRead = ({ step, failed, fault, status }: TraceStep): boolean =>
  step === 'fhir' && failed === undefined && !fault && status > 0 && status < 400

/** The types that reads were of, each once; the last is `…` where there are more. */
export function typesRead(line: readonly PlacedStep[]): readonly string[] {
  const types = [...new Set(line.map(({ step }) => /^[^/?]*/.exec(pathBelowBase(step.url))?.[0] ?? ''))]
  return types.length > MOST_TYPES ? [...types.slice(0, MOST_TYPES), '…'] : types
}
