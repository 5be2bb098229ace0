// The resource types that represent a person, and the role of each (conformance ACG-03, IDT-09).
import { parseReference } from './reference.ts'

/** Each role of a person in a launch and in a token. */
export const PERSON_ROLES = ['patient', 'practitioner', 'related_person'] as const
/** One of them. */
export type PersonRole = (typeof PERSON_ROLES)[number]

/** The types of a person's resource. */
export const PERSON_TYPES = ['Patient', 'Practitioner', 'RelatedPerson'] as const

/** True for the type of a person's resource. */
export const isPersonType = (type: string): boolean => ROLE_OF_TYPE.has(type)

/** In this order: a care professional who is also a patient uses the portal for work. */
export const ROLE_OF_TYPE: ReadonlyMap<string, PersonRole> = new Map([
  ['Practitioner', 'practitioner'],
  ['RelatedPerson', 'related_person'],
  ['Patient', 'patient'],
])

/** The role of the person that a relative reference names; undefined when it names something else. */
export const roleOf = (reference: string): PersonRole | undefined =>
  ROLE_OF_TYPE.get(parseReference(reference)?.type ?? '')
