// Faults of a patch document in the words of FHIR.
import { PatchProblem } from '#lib/fhir/patch/patch-problem.ts'
import { FhirError } from '../outcome.ts'

/** What `work` gives. Throws FhirError in the place of a PatchProblem. */
export function patchOf<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof PatchProblem)) throw error
    throw new FhirError(error.status, error.code, error.message, { expression: error.expression })
  }
}
