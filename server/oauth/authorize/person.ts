// The person that a reference of a launch names, and the role (conformance ACG-03, IDT-09).
import { type PersonRole, ROLE_OF_TYPE, roleOf } from '#lib/fhir/person-role.ts'
import { parseReference, type Reference } from '#lib/fhir/reference.ts'

/** The person named by a relative reference; undefined when it names something else. */
export function personReference(text: unknown): Reference | undefined {
  const reference = parseReference(text)
  return reference && ROLE_OF_TYPE.has(reference.type) ? reference : undefined
}

/** The role of a person whose reference was verified. Throws on any other reference, which would be our own fault. */
export function readRole(reference: string): PersonRole {
  const role = roleOf(reference)
  if (!role) throw new TypeError('Not a reference to a person')
  return role
}
