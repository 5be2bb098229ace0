// The composition root: turns settings, database and keys into the peers. Nothing else knows how they are assembled.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PageAccount } from '#lib/api/account.ts'
import { type Clock, systemClock } from '#lib/clock.ts'
import { cookieJar } from '#lib/cookies.ts'
import { neighbouringRandom, type Random, systemRandom } from '#lib/crypto/random.ts'
import { makePrivateFolder } from '#lib/files/folders.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { type PageVisits, pageVisits } from '#lib/http/page-visits.ts'
import type { Log } from '#lib/log.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { type AuditLog, createAudit } from '../audit/audit.ts'
import { auditChain } from '../audit/chain.ts'
import type { Config } from '../config/config.ts'
import { seed } from '../demo/demo.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import { assertKeyFolder, keyFolderOf } from '../keys/key-folder.ts'
import { type Keys, openKeys } from '../keys/keys.ts'
import type { Wrapped } from '../keys/store.ts'
import { databaseVault, folderVault, type KeyVault } from '../keys/vault.ts'
import { wrappingBy } from '../keys/wrapping.ts'
import { createLog } from '../log/log.ts'
import { type TokenIssuer, tokenIssuer, tokenOf, unlessBearer } from '../session/api-token.ts'
import { developerOf } from '../session/developer.ts'
import { type OneClick, oneClick } from '../session/one-click.ts'
import { pageAccountOf } from '../session/page-account.ts'
import type { PortalIdp } from '../session/portal-idp.ts'
import { createSignOut, type SigningOut } from '../session/sign-out.ts'
import { sessionViewer } from '../session/signed-in.ts'
import { type AccountOf, accountOf, staffOf } from '../session/staff.ts'
import type { PortalSessions } from '../session/store.ts'
import { moveOf, type StoredBefore, settingsOf, storedBefore } from '../startup/domain-record.ts'
import { type OpenedStorage, openExistingStorage, openStorage } from '../storage/open.ts'
import type { AppDevelopers, Registry } from '../storage/registry.ts'
import type { ResourceDatabase, Storage } from '../storage/storage.ts'
import { createRecorder, type Recorder } from '../traces/recorder.ts'
import { signedTraceIds } from '../traces/signed-trace-ids.ts'
import type { TraceStore } from '../traces/store.ts'
import { auditRefusedReads } from './audit-refused-reads.ts'
import { type AuthenticatedCallers, authenticatedCallers } from './authenticated-callers.ts'
import { portalIdpClient } from './endpoints.ts'
import type { Peers } from './peers.ts'
import { wirePortalIdp } from './portal-idp.ts'
import { dependenciesOf, type Opened, type Overrides, type ResolvedOverrides } from './ports.ts'
import type { Limits } from './rate-limits.ts'
import { noteRestorations } from './restorations.ts'
import { createRouter, type Router } from './router.ts'
import { ROUTES } from './routes.ts'
import { wirePeers } from './wire-peers.ts'

export type { Overrides } from './ports.ts'

/** Read access to traces for the command line and tests. */
type TraceReader = TraceStore & Pick<Recorder, 'flush'>

/** A running domain, as the server, the pages, the command line and the tests use it. */
export interface Domain {
  readonly config: Config
  readonly peers: Peers
  /** Finds the handler of an address. */
  readonly router: Router
  readonly storage: Storage
  /** The database file, for commands about it and for tests that inspect it; undefined on PostgreSQL. */
  readonly database: OpenedStorage['database']
  readonly registry: Registry
  readonly resources: ResourceDatabase
  readonly keys: Keys
  readonly audit: AuditLog
  readonly traces: TraceReader
  readonly developers: AppDevelopers
  /** The signed-in person of a page's request, if any. */
  readonly pageAccount: (request: Request) => Promise<PageAccount | undefined>
  /** The requests for one visit of a page, which have the same person. */
  readonly visits: PageVisits
  /** Tokens of administrators, for the command line and CI. */
  readonly tokens: TokenIssuer
  /** The shared identity provider for the portal's sign-in. */
  readonly idp: PortalIdp
  /** The click that logs a demo person in. */
  readonly oneClick: OneClick
  readonly portalSessions: PortalSessions
  /** The provider's log-out address, if it has one. */
  readonly signOut: (leaving: SigningOut) => Promise<string | undefined>
  /** Callers that load shedding can identify. */
  readonly authenticatedCallers: AuthenticatedCallers
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
  /**
   * Deletes some rows that have expired by this clock and by that of the database, and returns their number: a clock that is fast
   * would make used ids good again. The server calls it from time to time.
   */
  readonly purge: () => Promise<number>
  /** Ends what the peers do by themselves, and the streams that they hold open; the storage stays open. */
  readonly retire: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Opens the database, migrates and seeds it, and assembles the peers; `found` is what a start has found of it. Throws ConfigError or
 * OperatorError.
 */
export async function openDomain(config: Config, overrides: Overrides = {}, found?: StoredBefore): Promise<Domain> {
  const first = found ?? (await storedBefore(config))
  const resolved = withDefaults(config, overrides)
  const { clock, random } = resolved
  if (first.settings) assertKeyFolder(config)
  const opened = await openStorage(config, {
    ...resolved,
    assertKeys: assertKeysOpen(config),
    searchTimeout: config.searchTimeout * 1000,
  })
  try {
    return await inTurn(opened.storage, async () => {
      // Another process may have made the domain since the first look.
      const before = first.settings ? first : await storedBefore(config)
      await assertNobodyElsewhere(config, opened.storage, before)
      const domain = await assembled(config, opened, resolved)
      const { registry: clients, resources, storage } = domain
      await resources.noteParameters(config.resourceTypes)
      await seed({ config, before, registry: clients, resources, accounts: storage.idp.accounts, clock, random })
      const settings = settingsOf(config)
      if (!isDeepStrictEqual(before.settings, settings)) await storage.noteSettings(settings)
      return domain
    })
  } catch (error) {
    await opened.storage.close()
    throw error
  }
}

/** Between two looks whether another process has done what it does at its start, in milliseconds. */
const LOOK_AGAIN_MS = 100

/** Runs work that one process does at a time: those that start together follow each other. */
async function inTurn<T extends object>({ exclusively }: Storage, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await exclusively('start', work)
    if (done) return done
    await delay(LOOK_AGAIN_MS)
  }
}

/** The peers anew, in the code and with the settings of now, over the storage that `opened` has open. */
export const reassembled = (config: Config, opened: Domain): Promise<Domain> =>
  assembled(config, opened, withDefaults(config, { clock: opened.clock, log: opened.log }))

/**
 * Opens an existing domain for a command as it is: nothing is created, migrated or seeded. With `readOnly` every write
 * fails. `config` comes from commandConfig. Throws OperatorError.
 */
export async function openExistingDomain(config: Config, { readOnly, ...overrides }: Opening): Promise<Domain> {
  assertKeyFolder(config)
  const resolved = withDefaults(config, overrides)
  const opened = await openExistingStorage(config, { ...resolved, assertKeys: assertKeysOpen(config), readOnly })
  try {
    return await assembled(config, opened, resolved, { readOnly })
  } catch (error) {
    await opened.storage.close()
    throw error
  }
}

type Opening = Overrides & { readonly readOnly: boolean }

/**
 * Rows that contain the domain's address are not rewritten while another process serves, or works on, the domain at its
 * old address.
 */
async function assertNobodyElsewhere(config: Config, storage: Storage, { settings }: StoredBefore): Promise<void> {
  const move = moveOf(settings, config)
  if (!move || (await storage.isAlone())) return
  throw new OperatorError(
    [
      `The domain at ${config.dataDir} is in use as ${move.from}, by a server or a command. With these settings it would change:`,
      ...move.changes.map((change) => `  - ${change}`),
      'Give this one a DATA_DIR of its own, or the same addresses; or stop the other one first.',
    ].join('\n'),
  )
}

const withDefaults = (config: Config, overrides: Overrides) => ({
  ...overrides,
  clock: overrides.clock ?? systemClock,
  // On PostgreSQL, transactions that write side by side in an index begin anew.
  random: overrides.random ?? (config.postgresUrl === undefined ? neighbouringRandom : systemRandom),
  log: overrides.log ?? createLog(config),
})

/** Opens the parts from which the peers are assembled, over an open storage. */
async function openParts(
  config: Config,
  storage: Storage,
  overrides: ReturnType<typeof withDefaults>,
  { readOnly = false } = {},
): Promise<{ readonly parts: Opened; readonly resolved: ResolvedOverrides }> {
  const { clock, random, log } = overrides
  const { registry: clients, resources, idp, developers, traces: traced, portalSessions: sessions } = storage
  const vault = await openVault(config, storage, readOnly ? undefined : random)
  const keys = openKeys({ vault, store: storage.keys, clock, readOnly })
  // Accounts of an external provider cannot be looked up here; only the provider knows when they end.
  const isCurrent = async (id: string) =>
    config.externalIdp !== undefined || (await idp.accounts.find(id)) !== undefined
  const visits = pageVisits()
  const signedIn = unlessBearer(
    overrides.viewer ?? sessionViewer(config.publicUrl, () => keys.secret('portal-session'), sessions),
  )
  const viewer = (request: Request) => visits.once(request, 'viewer', () => signedIn(request))
  const resolved = { ...overrides, viewer }
  const audit = await openAudit(config, { storage, keys }, resolved)
  const account = accountOf(config.externalIdp !== undefined, idp.accounts, storage.accountLinks)
  const accountOnce: AccountOf = (who, request) => visits.once(request, 'account', () => account(who, request))
  const choosable = config.demo && config.externalIdp === undefined ? DEMO_LOGINS : []
  const parts = {
    storage,
    keys,
    visits,
    pageAccount: pageAccountOf({ viewer, accountOf: accountOnce }),
    resources,
    clients,
    idp,
    audit,
    isCurrent,
    staff: staffOf(viewer, accountOnce),
    bearer: tokenOf(storage.apiTokens, clock),
    developers,
    developer: developerOf(viewer, accountOnce),
    oneClick: oneClick({
      cookies: cookieJar(config.publicUrl),
      secret: () => keys.secret('portal-session'),
      usernames: choosable.map(({ username }) => username),
    }),
    traced,
    recorder: createRecorder({ store: traced, clock, random, log, clientAddress }),
    askedTraces: signedTraceIds({ secret: () => keys.secret('asked-traces'), random }),
    authenticatedCallers: authenticatedCallers(),
  }
  return { parts, resolved }
}

/** Assembles the peers over an open database. */
async function assembled(
  config: Config,
  opened: OpenedStorage,
  overrides: ReturnType<typeof withDefaults>,
  options?: { readonly readOnly: boolean },
): Promise<Domain> {
  const { clock, random, log, around } = overrides
  const storage = around ? around(opened.storage) : opened.storage
  const { parts, resolved } = await openParts(config, storage, overrides, options)
  const { keys, audit, recorder } = parts
  if (!options?.readOnly) noteRestorations({ ...storage, audit, log, publicUrl: config.publicUrl })
  const ports = dependenciesOf(
    config,
    parts,
    resolved,
    () => peers,
    () => router,
  )
  const peers: Peers = wirePeers(ports)
  const router: Router = createRouter(overrides.routes ?? ROUTES, peers, ports.limits, {
    durable: storage.durable,
    recordsRefusals: auditRefusedReads({
      auditAt: (where) => audit.at(config.publicUrl + where),
      fhirBase: ports.fhirBase,
      random,
      person: async (request) => (await resolved.viewer(request))?.username,
    }),
  })
  const retire = async () => {
    for (const peer of [peers.traces, peers.portal, peers.ops]) peer.close()
    await peers.subscriptions.close()
    await recorder.flush()
    await audit.close()
  }
  return {
    config,
    peers,
    router,
    storage,
    database: opened.database,
    registry: parts.clients,
    resources: parts.resources,
    keys,
    audit,
    clock,
    log,
    traces: { ...parts.traced, flush: recorder.flush },
    developers: parts.developers,
    pageAccount: parts.pageAccount,
    visits: parts.visits,
    tokens: tokenIssuer(storage.apiTokens, clock, random),
    portalSessions: storage.portalSessions,
    oneClick: parts.oneClick,
    idp: wirePortalIdp(ports),
    signOut: createSignOut({ ...ports, publicUrl: config.publicUrl, idp: portalIdpClient({ config, keys }) }),
    authenticatedCallers: parts.authenticatedCallers,
    limits: ports.limits,
    purge: async () => storage.purge(Math.min(clock(), (await storage.databaseTime?.()) ?? Number.POSITIVE_INFINITY)),
    retire,
    close: async () => {
      await retire()
      await storage.close()
    },
  }
}

/** What is wrong with SLIPWAY_KEY is said before anything is written. */
const assertKeysOpen =
  ({ wrappingKeys }: Config) =>
  (rows: readonly Wrapped[]): void =>
    wrappingBy(wrappingKeys).assertOpens(rows)

/** Where the private keys are: in the database, if it is one for several machines, and in the key folder (0700) otherwise. */
async function openVault(
  { dataDir, wrappingKeys }: Config,
  { wrapped, hasAuditLog }: Storage,
  random: Random | undefined,
): Promise<KeyVault> {
  if (wrapped) return databaseVault({ store: wrapped, wrapping: wrappingBy(wrappingKeys), random, hasAuditLog })
  const folder = keyFolderOf(dataDir)
  if (random) makePrivateFolder(folder)
  return folderVault(folder, random)
}

/** Opens the log, chained with a key that is not in the database. */
async function openAudit(
  { dataDir, idpIdentifierSystem: identifierSystem, auditsEachRead: eachRead }: Config,
  { storage, keys }: Pick<Opened, 'storage' | 'keys'>,
  { clock, random, log }: ResolvedOverrides,
): Promise<AuditLog> {
  // Otherwise a new key would be created in its place, and everything recorded would look forged.
  if (!keys.hasSecret('audit') && (await storage.hasAuditLog()))
    throw new OperatorError(
      `${storage.wrapped ? 'The secret audit in the database' : path.join(keyFolderOf(dataDir), 'audit.secret')} is missing, and the audit log rests on it. Put it back from a backup.`,
    )
  const chain = auditChain(keys.secret('audit'))
  const store = storage.audit(chain)
  return createAudit({
    store,
    chain,
    clock,
    random,
    log,
    identifierSystem,
    clientAddress,
    eachRead,
  })
}
