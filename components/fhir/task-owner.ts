// Whose a Task is (FHIR R4 Task.owner).
import type { FhirResource } from '#lib/fhir/bundle.ts'

/** True when the task is that of a person, a reference such as `Patient/7`. */
export const isOwnedBy = (task: FhirResource, person: string): boolean =>
  (task['owner'] as { readonly reference?: unknown } | undefined)?.reference === person
