// Reports the faults of a patch document as FHIR errors.
import type { Steps } from '#lib/async/steps.ts'
import { PatchProblem } from '#lib/fhir/patch/patch-problem.ts'
import { FhirError } from '../outcome.ts'

/** Returns the result of `work`, in its steps. Throws a FhirError instead of a PatchProblem. */
export function* patching<T>(work: Steps<T>): Steps<T> {
  try {
    return yield* work
  } catch (error) {
    if (!(error instanceof PatchProblem)) throw error
    throw new FhirError(error.status, error.code, error.message, { expression: error.expression })
  }
}
