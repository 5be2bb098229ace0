// Reports the faults of a patch document as FHIR errors.
import type { Steps } from '#lib/async/steps.ts'
import { PatchProblem } from '#lib/fhir/patch/patch-problem.ts'
import { FhirError } from '../outcome.ts'

/** Returns the result of `work`. Throws a FhirError instead of a PatchProblem. */
export function patchOf<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asFhirError(error)
  }
}

/** The same for work in steps. */
export function* patching<T>(work: Steps<T>): Steps<T> {
  try {
    return yield* work
  } catch (error) {
    throw asFhirError(error)
  }
}

const asFhirError = (error: unknown): unknown =>
  error instanceof PatchProblem
    ? new FhirError(error.status, error.code, error.message, { expression: error.expression })
    : error
