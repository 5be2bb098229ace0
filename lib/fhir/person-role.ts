// The resource types that represent a person, and the role of each (conformance ACG-03, IDT-09).

/** The role of a person in a launch and in a token. */
export type PersonRole = 'patient' | 'practitioner' | 'related_person'

/** In this order: a care professional who is also a patient uses the portal for work. */
export const ROLE_OF_TYPE: ReadonlyMap<string, PersonRole> = new Map([
  ['Practitioner', 'practitioner'],
  ['RelatedPerson', 'related_person'],
  ['Patient', 'patient'],
])
