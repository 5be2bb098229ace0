// The people of a launch: resource types that stand for a person, and the role of each (conformance ACG-03, IDT-09).
import { parseReference, type Reference } from '#lib/fhir/reference.ts'

export type PersonRole = 'patient' | 'practitioner' | 'related_person'

const ROLE_OF_TYPE: ReadonlyMap<string, PersonRole> = new Map([
  ['Patient', 'patient'],
  ['Practitioner', 'practitioner'],
  ['RelatedPerson', 'related_person'],
])

/** The person a relative reference names; undefined when it names something else. */
export function personReference(text: unknown): Reference | undefined {
  const reference = parseReference(text)
  return reference && ROLE_OF_TYPE.has(reference.type) ? reference : undefined
}

/** The role of a person whose reference was verified. Throws on any other reference: that is our own fault. */
export function readRole(reference: string): PersonRole {
  const role = ROLE_OF_TYPE.get(parseReference(reference)?.type ?? '')
  if (!role) throw new TypeError('Not a reference to a person')
  return role
}
