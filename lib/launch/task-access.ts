// The people whom a person acts for, and the tasks that the person may open. One rule for the portal that launches and
// the authorization server that checks a launch (FHIR R4 RelatedPerson.patient; Task.for, Task.owner, Task.requester).
import { formatReference, parseReference, type Reference } from '../fhir/reference.ts'

type Resource = Readonly<Record<string, unknown>>

/** The people whose tasks a person may open, as references; everybody for a practitioner. */
export type ActsFor = readonly string[] | 'everybody'

/** `resource` is the person's own; for a related person it names the patient. */
export function actsFor(person: Reference, resource: Resource | undefined): ActsFor {
  if (person.type === 'Practitioner') return 'everybody'
  const patient = person.type === 'RelatedPerson' ? relatedPatient(resource) : undefined
  return [formatReference(person), ...(patient === undefined ? [] : [patient])]
}

/** The patient of an active RelatedPerson. */
export function relatedPatient(relation: Resource | undefined): string | undefined {
  return relation?.['active'] === false ? undefined : referenceOf(relation?.['patient'], 'Patient')
}

/** True when one of these people is the task's subject (for), owner or requester. */
export const isTaskOf = (task: Resource, people: ActsFor): boolean =>
  people === 'everybody' ||
  ['for', 'owner', 'requester'].some((element) => people.includes(referenceOf(task[element]) ?? ''))

/** The relative reference that an element holds, to the given type or to any. */
export function referenceOf(element: unknown, type?: string): string | undefined {
  const held = typeof element === 'object' && element !== null && 'reference' in element ? element.reference : undefined
  const reference = parseReference(held)
  return reference && (type === undefined || reference.type === type) ? formatReference(reference) : undefined
}
