// The resources for a new account: a Patient and a first task, a Practitioner, or a RelatedPerson.

import { INSTANTIATES, originOf } from '#lib/fhir/koppeltaal.ts'
import { personNarrative } from '#lib/fhir/person-narrative.ts'
import { withDutch } from '#lib/fhir/translation.ts'

interface NewPatient {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly birthDate: string
  readonly gender: string
}

/** Carries the user name of the account, by which the person is found. */
export const newPatient = ({ id, username, name, birthDate, gender }: NewPatient, system: string) => ({
  resourceType: 'Patient',
  id,
  text: personNarrative(name, birthDate),
  identifier: [{ system, value: username }],
  active: true,
  name: [{ use: 'official', text: name, ...nameParts(name) }],
  gender,
  birthDate,
})

type NewPerson = Omit<NewPatient, 'birthDate'>

/** A practitioner's record; KT2Practitioner asks for an e-mail address, which a user name usually is. */
export const newPractitioner = (person: NewPerson, system: string) => ({
  resourceType: 'Practitioner',
  ...personWithEmail(person, system),
})

/** KT2RelatedPerson asks for a relationship: nobody said which. */
const UNKNOWN_RELATIONSHIP = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor', code: 'UNK', display: 'unknown' }],
}

/** The record of a relative of a patient, whose reference is `patient`. */
export const newRelatedPerson = (
  { patient, birthDate, ...person }: NewPatient & { readonly patient: string },
  system: string,
) => ({
  resourceType: 'RelatedPerson',
  ...personWithEmail(person, system),
  birthDate,
  patient: { reference: patient, type: 'Patient' },
  relationship: [UNKNOWN_RELATIONSHIP],
})

const personWithEmail = ({ id, username, name, gender }: NewPerson, system: string) => ({
  id,
  identifier: [{ system, value: username }],
  active: true,
  name: [{ use: 'official', text: name, ...nameParts(name) }],
  ...(username.includes('@') ? { telecom: [{ system: 'email', value: username }] } : {}),
  gender,
})

interface NewTask {
  readonly id: string
  readonly patient: string
  readonly activity: string
  readonly giver: string
}

/** The first task of a new account. */
export const newTask = ({ id, patient, activity, giver }: NewTask, now: number) => ({
  resourceType: 'Task',
  id,
  extension: [originOf(giver), instantiates(activity)],
  status: 'ready',
  intent: 'order',
  ...withDutch('description', 'Sleep diary: your first week', 'Slaapdagboek: je eerste week'),
  for: { reference: `Patient/${patient}`, type: 'Patient' },
  authoredOn: new Date(now).toISOString(),
  owner: { reference: `Patient/${patient}`, type: 'Patient' },
})

const instantiates = (reference: string) => ({
  url: INSTANTIATES,
  valueReference: { reference, type: 'ActivityDefinition' },
})

/** FHIR R4 data-absent-reason: somebody with one name has no other. */
const NO_GIVEN_NAME = {
  given: [null],
  _given: [
    {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'not-applicable' }],
    },
  ],
}

/**
 * "Marijke van den Berg": the last word and what begins in lower case before it are the family name. A single word is the family name,
 * and the given one, which Koppeltaal's profiles ask for in an official name, is said to be absent.
 */
function nameParts(name: string) {
  const words = name.trim().split(/\s+/)
  const firstOfFamily = words.findIndex((word, index) => index > 0 && word[0] === word[0]?.toLowerCase())
  const at = firstOfFamily > 0 ? firstOfFamily : words.length - 1
  const given = words.slice(0, at)
  return { family: words.slice(at).join(' '), ...(given.length > 0 ? { given } : NO_GIVEN_NAME) }
}
