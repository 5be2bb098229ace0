// The people and tasks of the domain, for the authorization server and the identity provider.

import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { PERSON_TYPES } from '#lib/fhir/person-role.ts'
import { normalUserName } from '#lib/oauth/user-name.ts'
import { toWrite } from '../fhir/resource-write.ts'
import { newPatient, newPractitioner, newTask } from '../fhir/signup-resources.ts'
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

interface Newcomers extends Provisioning {
  /** Makes the record of a practitioner, unless a person already has the user name. */
  readonly employ: (newcomer: {
    readonly username: string
    readonly name: string
    readonly gender: string
  }) => Promise<void>
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
}: NewcomersDeps): Newcomers => ({
  mayJoin: async (username) => adoptsPeople || !(await isNameOfSomebody(names, identifierSystem, username)),
  provision: async ({ username, name, birthDate, gender }) => {
    if (await isNameOfSomebody(names, identifierSystem, username)) return
    const patient = newPatient({ id: random.uuid(), username, name, birthDate, gender }, identifierSystem)
    const task = firstTask ? [newTask({ id: random.uuid(), patient: patient.id, ...firstTask }, clock())] : []
    await resources.write([patient, ...task].map(toWrite), clock())
  },
  employ: async (newcomer) => {
    if (await isNameOfSomebody(names, identifierSystem, newcomer.username)) return
    await resources.write([toWrite(newPractitioner({ id: random.uuid(), ...newcomer }, identifierSystem))], clock())
  },
})

/** Compared as at log-in: NFC, lower case (conformance IDP-08). */
async function isNameOfSomebody(names: PersonNames, system: string, username: string): Promise<boolean> {
  for (const type of PERSON_TYPES) {
    const taken = await names.of(type, system)
    if (taken.some((value) => normalUserName(value) === normalUserName(username))) return true
  }
  return false
}
