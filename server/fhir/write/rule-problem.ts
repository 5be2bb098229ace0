// A problem with a resource that is valid FHIR.
import type { FhirIssue } from '../outcome.ts'

/** 403 if this writer may not do it, 422 if nobody could. */
export interface RuleProblem extends FhirIssue {
  readonly status: 400 | 403 | 422
}
