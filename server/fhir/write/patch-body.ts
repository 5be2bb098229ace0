// Reports the faults of a patch document as FHIR errors.
import { PatchProblem } from '#lib/fhir/patch/patch-problem.ts'
import { FhirError } from '../outcome.ts'

/** Returns the result of `work`. Throws a FhirError instead of a PatchProblem. */
export function patchOf<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof PatchProblem)) throw error
    throw new FhirError(error.status, error.code, error.message, { expression: error.expression })
  }
}
