// What does not fit in a resource that is valid FHIR.
import type { FhirIssue } from '../outcome.ts'

/** 403 where its writer may not, 422 where nobody could. */
export interface Misfit extends FhirIssue {
  readonly status: 400 | 403 | 422
}
