// The people and tasks of the domain, for the authorization server and the identity provider.

import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { PERSON_TYPES } from '#lib/fhir/person-role.ts'
import { normalUserName } from '#lib/oauth/user-name.ts'
import { toWrite } from '../fhir/resource-write.ts'
import { newPatient, newPractitioner, newRelatedPerson, newTask } from '../fhir/signup-resources.ts'
import type { Provisioning } from '../idp/store.ts'
import type { Directory } from '../oauth/store.ts'
import type { PersonNames } from '../storage/registry.ts'
import type { ResourceDatabase } from '../storage/storage.ts'

/** Reads current resources for the checks of a launch. */
export const peopleOf = (resources: ResourceDatabase): Directory => ({
  find: async (type, id) => {
    const body = (await resources.readCurrent(type, id))?.body
    return body === undefined ? undefined : (JSON.parse(body) as Readonly<Record<string, unknown>>)
  },
})

interface NewcomersDeps {
  readonly resources: ResourceDatabase
  readonly names: PersonNames
  readonly identifierSystem: string
  /**
   * The first task of a new account, if the domain has one: its ActivityDefinition, and the client_id of the app that
   * assigns it.
   */
  readonly firstTask: { readonly activity: string; readonly giver: string } | undefined
  /** True when a new account may become an existing person, although sign-up verifies no e-mail address. */
  readonly adoptsPeople: boolean
  readonly clock: Clock
  readonly random: Random
}

interface Newcomer {
  readonly username: string
  readonly name: string
  readonly gender: string
}

/** Each makes a record, and says so; none when a person already has the user name. */
interface Newcomers extends Provisioning {
  readonly provision: (newcomer: Newcomer & { readonly birthDate: string }) => Promise<boolean>
  /** The record of a practitioner. */
  readonly employ: (newcomer: Newcomer) => Promise<boolean>
  /** The record of a relative of a patient. */
  readonly relate: (newcomer: Newcomer & { readonly birthDate: string; readonly patient: string }) => Promise<boolean>
}

/** Gives a new account a Patient with its user name and a first task, unless a person already has that name. */
export const newcomersOf = ({
  resources,
  names,
  identifierSystem,
  firstTask,
  adoptsPeople,
  clock,
  random,
}: NewcomersDeps): Newcomers => {
  const make = async (username: string, records: readonly { readonly resourceType: string; readonly id: string }[]) => {
    if (await isNameOfSomebody(names, identifierSystem, username)) return false
    await resources.write(records.map(toWrite), clock())
    return true
  }
  return {
    mayJoin: async (username) => adoptsPeople || !(await isNameOfSomebody(names, identifierSystem, username)),
    provision: ({ username, name, birthDate, gender }) => {
      const patient = newPatient({ id: random.uuid(), username, name, birthDate, gender }, identifierSystem)
      const task = firstTask ? [newTask({ id: random.uuid(), patient: patient.id, ...firstTask }, clock())] : []
      return make(username, [patient, ...task])
    },
    employ: (newcomer) =>
      make(newcomer.username, [newPractitioner({ id: random.uuid(), ...newcomer }, identifierSystem)]),
    relate: (newcomer) =>
      make(newcomer.username, [newRelatedPerson({ id: random.uuid(), ...newcomer }, identifierSystem)]),
  }
}

/** Compared as at log-in: NFC, lower case (conformance IDP-08). */
async function isNameOfSomebody(names: PersonNames, system: string, username: string): Promise<boolean> {
  for (const type of PERSON_TYPES) {
    const taken = await names.of(type, system)
    if (taken.some((value) => normalUserName(value) === normalUserName(username))) return true
  }
  return false
}
