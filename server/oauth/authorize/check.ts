// A named check of an authorize request, and how a list of them runs.
import type { CheckName } from '#lib/checks/checks.ts'
import type { Facts, StepRecorder } from '#lib/trace/trace.ts'

/** One rule. Several checks may bear one name when they are parts of the same declared check. */
export interface Check<Needs = never> {
  /** Declared in lib/checks, with its texts. */
  readonly name: CheckName
  /** Returns what it has proven, for the checks after it; throws a Refusal. */
  readonly prove: (given: Needs) => unknown
  /** The compared values, for a trace. */
  readonly facts?: (given: Needs) => Facts
  /** A part of a check that another one completes: alone it does not pass the check. */
  readonly isPart?: boolean
  /** Uses something up, so it is left out of a dry run. */
  readonly consumes?: boolean
}

/** What is known once the checks have passed: the ports and values given to the first one, and what each has proven. */
export type Proven<Checks, Given> = Checks extends readonly [infer First extends Check, ...infer Rest]
  ? Given extends Parameters<First['prove']>[0]
    ? Proven<Rest, Given & Facet<Awaited<ReturnType<First['prove']>>>>
    : { readonly needsMoreThanIsProven: First['name'] }
  : Given

/** What a check adds if it always returns something. */
type Facet<Returned> = [Returned] extends [object] ? Returned : unknown

/** Runs checks in their order. `given` gains what they prove, so that whoever catches a refusal knows it too. */
export async function prove<const Checks extends readonly Check[], Given extends { readonly recorder: StepRecorder }>(
  checks: Checks,
  given: Given,
): Promise<Proven<Checks, Given>> {
  for (const check of checks) Object.assign(given, await run(check, given as never, given.recorder))
  return given as Proven<Checks, Given>
}

function run({ name, prove, facts, isPart }: Check, given: never, recorder: StepRecorder): unknown {
  const compared = facts && (() => facts(given))
  return isPart
    ? recorder.precheck(name, () => prove(given), compared)
    : recorder.check(name, () => prove(given), compared)
}
