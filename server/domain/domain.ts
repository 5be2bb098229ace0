// The composition root: settings, database and keys become the peers. Nothing else knows how they are put together.
import path from 'node:path'
import type { PageAccount } from '#lib/api/account.ts'
import { type Clock, systemClock } from '#lib/clock.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { cookieJar } from '#lib/http/cookies.ts'
import type { Log } from '#lib/log.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { type AuditLog, createAudit } from '../audit/audit.ts'
import { auditChain } from '../audit/chain.ts'
import { type Config, readConfig, tellNextAuth } from '../config/config.ts'
import { seed } from '../demo/demo.ts'
import { DEMO_PEOPLE } from '../demo/people.ts'
import type { IdpStores } from '../idp/store.ts'
import { assertKeyFolder, type Keys, keyFolderOf, openKeys } from '../keys/keys.ts'
import { createLog } from '../log/log.ts'
import { developerOf } from '../session/developer.ts'
import { pageAccountOf } from '../session/page-account.ts'
import { createSignOut, type SigningOut } from '../session/sign-out.ts'
import { sessionViewer } from '../session/signed-in.ts'
import { accountOf, staffOf } from '../session/staff.ts'
import { moveOf, recordedSettings, settingsOf } from '../startup/domain-record.ts'
import { auditStore, hasAuditLog } from '../storage/sqlite/audit/audit.ts'
import { type Database, openDatabase, openExistingDatabase } from '../storage/sqlite/file/database.ts'
import { type DomainSettings, writeDomainSettings } from '../storage/sqlite/file/domain-record.ts'
import { oauthPurge } from '../storage/sqlite/oauth/purge.ts'
import { accountLinks } from '../storage/sqlite/registry/account-links.ts'
import { type AppDevelopers, appDevelopers } from '../storage/sqlite/registry/app-developers.ts'
import { idpStores } from '../storage/sqlite/registry/idp.ts'
import { type PortalSessions, portalSessions } from '../storage/sqlite/registry/portal-sessions.ts'
import { type Registry, registry } from '../storage/sqlite/registry/registry.ts'
import { signingKeyStore } from '../storage/sqlite/registry/signing-keys.ts'
import { type ResourceDatabase, resourceDatabase } from '../storage/sqlite/resources/resources.ts'
import { databaseThreads } from '../storage/sqlite/threads/database-threads.ts'
import { tracePurge, traceStore } from '../storage/sqlite/traces/traces.ts'
import { createRecorder, type Recorder } from '../traces/recorder.ts'
import type { TraceStore } from '../traces/store.ts'
import { type AuthenticatedCallers, authenticatedCallers } from './authenticated-callers.ts'
import { portalIdpClient } from './endpoints.ts'
import type { Peers } from './peers.ts'
import { dependenciesOf, type Opened, type Overrides, type ResolvedOverrides } from './ports.ts'
import type { Limits } from './rate-limits.ts'
import { createRouter, type Router } from './router.ts'
import { ROUTES } from './routes.ts'
import { wirePeers } from './wire-peers.ts'

export { portalIdpClient } from './endpoints.ts'
export type { Overrides } from './ports.ts'

/** Traces as the command line and the tests read them. */
type TraceReader = TraceStore & Pick<Recorder, 'flush'>

/** A running domain: what the server, the pages, the command line and the tests hold on to. */
export interface Domain {
  readonly config: Config
  readonly peers: Peers
  /** Who answers which address. */
  readonly router: Router
  readonly database: Database
  readonly registry: Registry
  readonly resources: ResourceDatabase
  readonly keys: Keys
  readonly audit: AuditLog
  readonly traces: TraceReader
  readonly developers: AppDevelopers
  /** Who sends a request for a page, if anybody is known. */
  readonly pageAccount: (request: Request) => Promise<PageAccount | undefined>
  /** Who is signed in to the portal and the console. */
  readonly portalSessions: PortalSessions
  /** Where the browser ends its session at the identity provider, if that has such an address. */
  readonly signOut: (leaving: SigningOut) => Promise<string | undefined>
  /** Who is told apart when there is too much. */
  readonly authenticatedCallers: AuthenticatedCallers
  /** How often one may come. */
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
  /** Takes away some of what has expired; the number of rows. The server calls it now and then. */
  readonly purge: () => number
  readonly close: () => Promise<void>
}

/** Opens the database, migrates and seeds it, and assembles the peers. Throws ConfigError or OperatorError. */
export async function openDomain(config: Config, surroundings: Overrides = {}): Promise<Domain> {
  const handled = handledOf(config, surroundings)
  const { clock, random } = handled
  const record = recordedSettings(config.databaseFile)
  if (record) assertKeyFolder(config)
  const database = openDatabase(config.databaseFile, { now: clock() })
  try {
    assertNobodyElsewhere(config, database, record)
    const { domain, accounts } = assembled(config, database, handled)
    const { registry: clients, resources } = domain
    resources.noteParameters(config.resourceTypes)
    await seed({ config, registry: clients, resources, accounts, clock, random })
    writeDomainSettings(database.sql, settingsOf(config))
    return domain
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens a domain that is there, as it is, for a command: nothing is made, migrated or seeded. With `readOnly` whatever would
 * write to it fails. `config` is commandConfig's. Throws OperatorError.
 */
export async function openExistingDomain(config: Config, { readOnly, ...surroundings }: Opening): Promise<Domain> {
  assertKeyFolder(config)
  const database = openExistingDatabase(config.databaseFile, { readOnly })
  try {
    return assembled(config, database, handledOf(config, surroundings), { readOnly }).domain
  } catch (error) {
    await database.close()
    throw error
  }
}

type Opening = Overrides & { readonly readOnly: boolean }

/** Rows that name the address are not written anew under somebody who serves, or works on, the domain at another one. */
function assertNobodyElsewhere(config: Config, database: Database, record: DomainSettings | undefined): void {
  const move = moveOf(record, config)
  if (!move || database.isAlone()) return
  throw new OperatorError(
    [
      `The domain at ${config.dataDir} is in use as ${move.from}, by a server or a command. With these settings it would change:`,
      ...move.changes.map((change) => `  - ${change}`),
      'Give this one a DATA_DIR of its own, or the same addresses; or stop the other one first.',
    ].join('\n'),
  )
}

const handledOf = (config: Config, surroundings: Overrides) => ({
  ...surroundings,
  clock: surroundings.clock ?? systemClock,
  random: surroundings.random ?? systemRandom,
  log: surroundings.log ?? createLog(config),
})

/** The peers over an open database. */
function assembled(
  config: Config,
  database: Database,
  surroundings: ReturnType<typeof handledOf>,
  { readOnly = false } = {},
): { readonly domain: Domain; readonly accounts: IdpStores['accounts'] } {
  const { clock, random, log } = surroundings
  const store = signingKeyStore(database.sql)
  const keys = openKeys({ directory: keyFolderOf(config.dataDir), store, clock, random, readOnly })
  const threads = surroundings.databaseThread && databaseThreads(surroundings.databaseThread, config.databaseFile)
  const resources = resourceDatabase(database.sql, threads)
  const clients = registry(database, clock)
  const idp = idpStores(database)
  // Accounts of another provider are not ours to look up: it alone knows when they end.
  const isCurrent = async (id: string) =>
    config.externalIdp !== undefined || (await idp.accounts.find(id)) !== undefined
  const sessions = portalSessions(database.sql, clock, random)
  const viewer = surroundings.viewer ?? sessionViewer(config.publicUrl, () => keys.secret('portal-session'), sessions)
  const handled = { ...surroundings, viewer }
  const audit = openAudit(config, { database, keys }, handled)
  const account = accountOf(config.externalIdp !== undefined, idp.accounts, accountLinks(database.sql))
  const staff = staffOf(viewer, account)
  const traced = traceStore(database.sql)
  const recorder = createRecorder({ store: traced, clock, random, log, clientAddress })
  const developers = appDevelopers(database.sql)
  const cookies = cookieJar(config.publicUrl)
  const personas = config.demo ? DEMO_PEOPLE : []
  const developer = developerOf({ viewer, accountOf: account, accounts: idp.accounts, cookies, personas })
  const callers = authenticatedCallers()
  const waitingSearches = threads?.waiting ?? (() => 0)
  const parts = {
    database,
    keys,
    resources,
    clients,
    idp,
    audit,
    isCurrent,
    staff,
    developers,
    developer,
    traced,
    recorder,
    authenticatedCallers: callers,
    waitingSearches,
  }
  const ports = dependenciesOf(
    config,
    parts,
    handled,
    () => peers,
    () => router,
  )
  const peers: Peers = wirePeers(ports)
  const router: Router = createRouter(surroundings.routes ?? ROUTES, peers, ports.limits)
  const purgeOauth = oauthPurge(database)
  const purgeTraces = tracePurge(database.sql)
  const domain: Domain = {
    config,
    peers,
    router,
    database,
    registry: clients,
    resources,
    keys,
    audit,
    clock,
    log,
    traces: { ...traced, flush: recorder.flush },
    developers,
    pageAccount: pageAccountOf({ known: developer, viewer }),
    portalSessions: sessions,
    signOut: createSignOut({ ...ports, publicUrl: config.publicUrl, idp: portalIdpClient({ config, keys }) }),
    authenticatedCallers: callers,
    limits: ports.limits,
    purge: () => purgeOauth(clock()) + purgeTraces(clock()),
    close: async () => {
      peers.ops.close()
      recorder.flush()
      audit.close()
      await threads?.close()
      await database.close()
    },
  }
  return { domain, accounts: idp.accounts }
}

/** The log, chained with a key that the database does not know. */
function openAudit(
  { dataDir, idpIdentifierSystem: identifierSystem, auditsEachRead: eachRead }: Config,
  { database, keys }: Pick<Opened, 'database' | 'keys'>,
  { clock, random, log }: ResolvedOverrides,
): AuditLog {
  // A new key would be made in its place, and everything that was recorded would look forged.
  if (!keys.hasSecret('audit') && hasAuditLog(database.sql))
    throw new OperatorError(
      `${path.join(keyFolderOf(dataDir), 'audit.secret')} is missing, and the audit log rests on it. Put it back from a backup.`,
    )
  const chain = auditChain(keys.secret('audit'))
  const store = auditStore(database.sql, chain)
  return createAudit({
    store,
    chain,
    clock,
    random,
    log,
    enqueue: database.owed.enqueue,
    identifierSystem,
    clientAddress,
    eachRead,
  })
}

// Next bundles its routes apart from the server: the one domain of a process is kept where both find it.
const shared = globalThis as typeof globalThis & { slipwayDomain?: Promise<Domain> }

/** The domain of this process, opened at the first call. */
export function domain(): Promise<Domain> {
  shared.slipwayDomain ??= openOwnDomain()
  return shared.slipwayDomain
}

function openOwnDomain(): Promise<Domain> {
  const config = readConfig()
  tellNextAuth(config)
  return openDomain(config)
}

/** Makes a domain that the server opened the one that the pages use. */
export function shareDomain(opened: Domain): void {
  shared.slipwayDomain = Promise.resolve(opened)
}
