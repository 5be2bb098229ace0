// Assembles the console.

import type { AuditActor } from '#lib/api/audit.ts'
import { extensionReference, INSTANTIATES } from '#lib/fhir/koppeltaal.ts'
import { PERSON_TYPES, roleOf } from '#lib/fhir/person-role.ts'
import { parseReference, type Reference } from '#lib/fhir/reference.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { JsonObject } from '#lib/json.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import { type Admin, createAdmin } from '../admin/admin.ts'
import { auditTrail } from '../admin/audit-trail.ts'
import type { AdminDeps } from '../admin/deps.ts'
import { isLoopback } from '../config/config.ts'
import { DEMO_APPS, DEMO_CONSOLE, DEMO_PORTAL } from '../demo/resources.ts'
import { passwordHash } from '../idp/login/password.ts'
import { keysOfForm, registrationProblems } from '../oauth/clients/registration.ts'
import { tokenIssuer } from '../session/api-token.ts'
import type { ResourceDatabase } from '../storage/storage.ts'
import { callKey } from '../traces/keys.ts'
import { accountsOf, endingOf, recordOf } from './account.ts'
import { dataPorts } from './admin-data.ts'
import { statusOf } from './admin-status.ts'
import { type AppNames, appNames } from './app-names.ts'
import { ensureDevice, removeDevice } from './connect.ts'
import { domainDoctor } from './doctor.ts'
import { newcomers } from './idp.ts'
import type { Dependencies } from './ports.ts'

/** The apps by which a demo domain works; every domain has the console. */
const OWN_APPS = [DEMO_CONSOLE, DEMO_PORTAL, ...DEMO_APPS]

export const wireAdmin = (ports: Dependencies): Admin => {
  const { config, storage, clients, resources, keys, viewer, staff, bearer, audit, clock, random, log, peers } = ports
  const { fetch, fetchKeys } = ports
  const accounts = accountsOf(peers)
  const appName = appNames(ports)
  const rules = { loopbackAllowed: isLoopback(config.authUrl) }
  return createAdmin({
    publicUrl: config.publicUrl,
    resourceTypes: config.resourceTypes,
    viewer: staff,
    unlinked: async (request) => {
      const signedIn = config.externalIdp && (await viewer(request))
      return signedIn?.login && { ...signedIn.login, name: signedIn.name ?? signedIn.username }
    },
    bearer,
    registry: clients,
    registration: { problems: (app) => registrationProblems(app, rules), keysOf: keysOfForm },
    ensureDevice: (app) => ensureDevice(resources, app, clock()),
    removeDevice: (clientId) => removeDevice(resources, clientId, clock()),
    isOwnApp: (clientId) => (config.demo ? OWN_APPS : [DEMO_CONSOLE]).some((app) => app.clientId === clientId),
    people: accounts,
    provider: config.externalIdp?.issuer,
    recordOf: recordOf(ports),
    identifierSystem: config.idpIdentifierSystem,
    makePatient: newcomers(ports).provision,
    makePractitioner: newcomers(ports).employ,
    makeRelatedPerson: newcomers(ports).relate,
    sidOf: async (request) => (await viewer(request))?.sid,
    accounts: {
      ...storage.accounts,
      setRole: (username, role) =>
        endingOf(storage, accounts, username, () => storage.accounts.setRole(username, role)),
      remove: (username) => endingOf(storage, accounts, username, () => storage.accounts.remove(username)),
      add: async ({ id, username, name, role, password }) =>
        storage.idp.accounts.create({
          id,
          username,
          name,
          role,
          passwordHash: await passwordHash(password),
          createdAt: clock(),
        }),
    },
    keys,
    tokens: tokenIssuer(storage.apiTokens, clock, random),
    status: () => statusOf(config, storage),
    doctor: domainDoctor({ config, clock, fetch, fetchKeys }),
    trail: { ...auditTrail(resources, audit.flush), state: audit.state },
    data: dataPorts(ports),
    inspect: {
      jwksUrl: (url) => peers().oauth.inspectJwksUrl(url),
      assertion: (text) => peers().oauth.inspectAssertion(text),
    },
    traceOf: callKey,
    actorName: actorNames(ports, appName),
    appName,
    activityName: activityNames(ports),
    peopleNamed: peopleNamed(ports),
    audit: audit.at(`${config.publicUrl}/admin`),
    random,
    log,
  })
}

/**
 * Names for auditors, who may read no record: of apps, and of accounts. A person who is named by
 * a record, such as Patient/7, is known by the account whose user name the record has.
 */
const actorNames =
  ({ config, storage, resources }: Dependencies, appName: AppNames) =>
  async ({ role, name }: Pick<AuditActor, 'role' | 'name'>, language: Language): Promise<string | undefined> => {
    if (name === null) return undefined
    if (role === 'app' || role === 'platform') return appName(name, language)
    if (role !== 'person') return undefined
    const username = isPersonReference(name) ? await userNameIn(resources, name, config.idpIdentifierSystem) : name
    return username === undefined ? undefined : (await storage.accounts.named(username))?.name
  }

/** What an activity is called, also by a task of it, and what a Subscription is for. */
const activityNames =
  ({ resources }: Pick<Dependencies, 'resources'>): AdminDeps['activityName'] =>
  async (record, language) => {
    const read = async ({ type, id }: Reference) => {
      const body = (await resources.readCurrent(type, id))?.body
      return body === undefined ? undefined : inLanguage(JSON.parse(body) as JsonObject, language)
    }
    if (record.type === 'Subscription') return (await read(record))?.['reason']?.toString()
    const task = record.type === 'Task' ? await read(record) : undefined
    const activity = task ? parseReference(extensionReference(task, INSTANTIATES)) : record
    if (activity?.type !== 'ActivityDefinition') return undefined
    const { title, name } = (await read(activity)) ?? {}
    return [title, name].find((text) => typeof text === 'string')
  }

/** Whom an auditor means by a part of a name. The record of an account is found by its user name, and not read. */
const peopleNamed =
  ({ config, storage, resources }: Pick<Dependencies, 'config' | 'storage' | 'resources'>): AdminDeps['peopleNamed'] =>
  async (text) => {
    const { items, more } = await storage.accounts.list(text)
    const usernames = items.map(({ username }) => username)
    const alternatives = usernames.map((value) => ({ system: config.idpIdentifierSystem, value }))
    const found = PERSON_TYPES.map(async (type) => {
      if (alternatives.length === 0) return []
      const conditions = [{ param: 'identifier', alternatives }]
      const search = { type, conditions, visibility: 'all', sort: '-_lastUpdated' } as const
      const { matches } = await resources.search({ search, limit: usernames.length, mostCounted: 0 })
      return matches.map(({ id }) => `${type}/${id}`)
    })
    return { people: [...usernames, ...(await Promise.all(found)).flat()], more }
  }

const isPersonReference = (name: string): boolean => roleOf(name) !== undefined

/** The user name that a person's record has as its identifier. */
async function userNameIn(resources: ResourceDatabase, reference: string, system: string): Promise<string | undefined> {
  const parsed = parseReference(reference)
  const body = parsed && (await resources.readCurrent(parsed.type, parsed.id))?.body
  if (body === undefined) return undefined
  const { identifier = [] } = JSON.parse(body) as {
    readonly identifier?: readonly { readonly system?: string; readonly value?: string }[]
  }
  const value = identifier.find((one) => one.system === system)?.value
  return value === undefined ? undefined : typedUserName(value)
}
