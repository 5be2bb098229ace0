// Seeds the demo domain: the roles and apps, people with their logins, tasks, and lists to page through.
import { DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { Config } from '../config/config.ts'
import { domainDevice } from '../fhir/device-resource.ts'
import { toWrite } from '../fhir/resource-write.ts'
import type { ResourceWrite } from '../fhir/store.ts'
import { passwordHash } from '../idp/login/password.ts'
import type { AccountStore } from '../idp/store.ts'
import type { Registry } from '../storage/registry.ts'
import type { ResourceDatabase } from '../storage/storage.ts'
import { seedLists } from './lists.ts'
import { DEMO_AUDITOR, DEMO_LOGINS } from './people.ts'
import {
  beginningAt,
  DEMO_APP,
  DEMO_APPS,
  DEMO_CONSOLE,
  DEMO_ENERGY,
  DEMO_PORTAL,
  DEMO_SUBSCRIPTION,
  type DemoApp,
  demoHook,
  demoResources,
  demoSubscription,
  energyResources,
} from './resources.ts'
import { demoRoles, READER } from './roles.ts'

/** The role that may read the audit log, and nothing else; every domain has it. */
const AUDITOR = 'auditor'

/** The rows of a domain that were there before a start. */
export interface Before {
  /** The recorded settings; undefined where there was no domain. */
  readonly settings: Readonly<Record<string, string>> | undefined
  readonly roles: readonly string[]
  readonly jwksUrls: readonly { readonly clientId: string; readonly jwksUrl: string }[]
}

export interface SeedDeps {
  readonly config: Config
  readonly before: Before
  readonly registry: Registry
  readonly resources: ResourceDatabase
  readonly accounts: AccountStore
  readonly clock: Clock
  readonly random: Random
}

/**
 * Creates only what is missing, so that a restart keeps everything. After a change of PUBLIC_URL the demo domain is
 * rewritten: its Endpoint, redirect URIs and identifiers contain that address. Its tasks stay as the apps left them.
 */
export async function seed(deps: SeedDeps): Promise<void> {
  const { config } = deps
  await seedRole(deps, READER, '*')
  await seedRole(deps, AUDITOR, 'AuditEvent')
  await seedDomain(deps)
  await seedConsole(deps)
  if (!config.demo) return
  if (!(await isSeeded(deps))) await seedDemo(deps)
  else {
    await seedEnergy(deps)
    // A domain that was seeded before the demo had an auditor gets one once: an account that somebody deleted stays deleted.
    if (deps.before.settings?.['DEMO_AUDITOR'] !== 'true') await seedAccount(deps, DEMO_AUDITOR)
  }
  await seedDemoRoles(deps)
  await seedDemoSubscription(deps)
}

/** A role that may read all of a type (`*` for every type but the audit log). */
async function seedRole({ before, registry }: SeedDeps, name: string, resourceType: string): Promise<void> {
  if (before.roles.includes(name) || (await registry.hasRole(name))) return
  await registry.saveRole(name, [{ resourceType, operations: 'rs', scope: 'all', grantedBy: [] }])
}

/** The Device that is the origin of the domain's own audit events, in every domain. */
async function seedDomain({ resources, clock }: SeedDeps): Promise<void> {
  if ((await resources.readCurrent('Device', DOMAIN_DEVICE))?.body === undefined)
    await resources.write([toWrite(domainDevice())], clock())
}

/**
 * Creates the console's registration if it is missing, at the domain's address; its status and role belong to the
 * operator.
 */
async function seedConsole({ before, registry, config }: SeedDeps): Promise<void> {
  const jwksUrl = `${config.publicUrl}/browse/jwks`
  if (before.jwksUrls.some((app) => app.clientId === DEMO_CONSOLE.clientId && app.jwksUrl === jwksUrl)) return
  const registered = await registry.find(DEMO_CONSOLE.clientId)
  if (registered?.jwksUrl === jwksUrl) return
  const fresh = {
    kind: 'platform',
    status: 'approved',
    roleName: READER,
    redirectUris: [],
    launchUrl: undefined,
  } as const
  await registry.saveClient({ ...fresh, ...registered, ...DEMO_CONSOLE, jwks: undefined, jwksUrl })
}

const isSeeded = async ({ resources, config }: SeedDeps): Promise<boolean> => {
  const body = (await resources.readCurrent('Endpoint', DEMO_APP.activity))?.body
  return body !== undefined && JSON.parse(body).address === `${config.publicUrl}${DEMO_APP.path}`
}

/** Creates an account of the demo if nobody has its user name. */
async function seedAccount({ accounts, clock, random }: SeedDeps, login: (typeof DEMO_LOGINS)[number]): Promise<void> {
  const { username, password, name, role } = login
  if (await accounts.findByUsername(username)) return
  const hash = await passwordHash(password)
  await accounts.create({ id: random.uuid(), username, name, role, passwordHash: hash, createdAt: clock() })
}

/** The Endpoint is written last: its presence means that the rest is complete. */
async function seedDemo(deps: SeedDeps): Promise<void> {
  const { config, resources, clock } = deps
  await seedApps(deps)
  for (const login of DEMO_LOGINS) await seedAccount(deps, login)
  await seedLists(deps)
  const addresses = { publicUrl: config.publicUrl, identifierSystem: config.idpIdentifierSystem }
  const records = demoResources(addresses, beginningAt(clock()))
  const all = records.map(toWrite)
  const there = await known(deps, all)
  await resources.write(
    all.filter((record) => record.type !== 'Task' || !there.has(record)),
    clock(),
  )
}

/**
 * A domain that was seeded before there was the second app gets that once: its registration, and those of its records
 * that have never been there. A record of it that somebody deleted stays deleted.
 */
async function seedEnergy(deps: SeedDeps): Promise<void> {
  const { config, resources, clock } = deps
  if ((await resources.readCurrent('Endpoint', DEMO_ENERGY.activity)) !== undefined) return
  await seedApp(deps, DEMO_ENERGY)
  const records = energyResources(config.publicUrl, beginningAt(clock())).map(toWrite)
  const there = await known(deps, records)
  await resources.write(
    records.filter((record) => !there.has(record)),
    clock(),
  )
}

/** Those that are there, or were. */
async function known(
  { resources }: Pick<SeedDeps, 'resources'>,
  records: readonly ResourceWrite[],
): Promise<ReadonlySet<ResourceWrite>> {
  const versions = await Promise.all(records.map(({ type, id }) => resources.readCurrent(type, id)))
  return new Set(records.filter((_, at) => versions[at] !== undefined))
}

/**
 * Gives each of the demo's own apps the role that lets it write. A domain seeded before these roles existed gets them
 * once; an app with another role from the operator keeps that.
 */
async function seedDemoRoles({ before, config, registry }: SeedDeps): Promise<void> {
  for (const { clientId, permissions } of demoRoles(config.resourceTypes)) {
    if (before.roles.includes(clientId) || !(await registry.addRole(clientId, permissions))) continue
    const client = await registry.find(clientId)
    if (client?.roleName === READER) await registry.saveClient({ ...client, roleName: clientId })
  }
}

/** Created once, and again after a change of the domain's address; a deleted one stays deleted. */
async function seedDemoSubscription({ config: { publicUrl }, resources, clock }: SeedDeps): Promise<void> {
  const current = await resources.readCurrent('Subscription', DEMO_SUBSCRIPTION)
  if (current && (current.body === undefined || JSON.parse(current.body).channel?.endpoint === demoHook(publicUrl)))
    return
  await resources.write([toWrite(demoSubscription(publicUrl))], clock())
}

/** The addresses are the domain's; status and role of an app that is there already are the operator's. */
async function seedApps(deps: SeedDeps): Promise<void> {
  const { config, registry } = deps
  for (const app of DEMO_APPS) await seedApp(deps, app)
  await registry.saveClient({
    ...(await asItIs(deps, DEMO_PORTAL.clientId)),
    ...DEMO_PORTAL,
    kind: 'platform',
    jwks: undefined,
    jwksUrl: `${config.publicUrl}/portal/jwks`,
    redirectUris: [],
    launchUrl: undefined,
  })
}

async function seedApp(deps: SeedDeps, { clientId, name, path }: DemoApp): Promise<void> {
  const home = `${deps.config.publicUrl}${path}`
  await deps.registry.saveClient({
    ...(await asItIs(deps, clientId)),
    ...{ clientId, name, kind: 'module', jwks: undefined, jwksUrl: `${home}/jwks` },
    redirectUris: [`${home}/callback`],
    launchUrl: home,
  })
}

async function asItIs({ registry }: SeedDeps, clientId: string) {
  const { status, roleName } = (await registry.find(clientId)) ?? { status: 'approved', roleName: READER }
  return { status, roleName } as const
}
