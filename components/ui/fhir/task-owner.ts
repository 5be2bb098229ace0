// The owner of a Task (FHIR R4 Task.owner).
import type { FhirResource } from '#lib/fhir/bundle.ts'

/** True when the person, a reference such as `Patient/7`, owns the task. */
export const isOwnedBy = (task: FhirResource, person: string): boolean =>
  (task['owner'] as { readonly reference?: unknown } | undefined)?.reference === person
