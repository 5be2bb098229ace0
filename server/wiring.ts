// The composition root: settings, database and keys become the peers. Nothing else knows how they are put together.
import path from 'node:path'
import { type Clock, systemClock } from '#lib/clock.ts'
import { type Random, systemRandom } from '#lib/crypto/random.ts'
import { cookieJar } from '#lib/http/cookies.ts'
import type { Fetch, Handler } from '#lib/http/handler.ts'
import type { Log } from '#lib/log.ts'
import type { Admin } from './admin/admin.ts'
import { type AuditLog, createAudit } from './audit/audit.ts'
import { auditChain } from './audit/chain.ts'
import { type Browse, createBrowse } from './browse/browse.ts'
import { clientAddress } from './client-address.ts'
import { type Config, isLoopback, readConfig, tellNextAuth } from './config.ts'
import type { Connect } from './connect/connect.ts'
import { openConnecting, ownAppOf } from './connecting.ts'
import { openConsole } from './console.ts'
import { type AppDevelopers, appDevelopers } from './db/app-developers.ts'
import { auditStore } from './db/audit.ts'
import { composedLaunchStore } from './db/composed-launch.ts'
import { type Database, openDatabase } from './db/database.ts'
import { idpStores } from './db/idp.ts'
import { pendingLaunchStore } from './db/launch.ts'
import { oauthStores } from './db/oauth.ts'
import { oauthPurge } from './db/oauth-purge.ts'
import { personNames } from './db/person-names.ts'
import { type Registry, registry } from './db/registry.ts'
import { type ResourceDatabase, resourceDatabase } from './db/resources.ts'
import { searchThreads } from './db/search-threads.ts'
import { signingKeyStore } from './db/signing-keys.ts'
import { snapshotStore } from './db/snapshots.ts'
import { tracePurge, traceStore } from './db/traces.ts'
import { seed } from './demo/demo.ts'
import { DEMO_LOGINS, DEMO_PEOPLE } from './demo/people.ts'
import { DEMO_ACTIVITY, DEMO_APP, DEMO_CONSOLE, DEMO_PORTAL } from './demo/resources.ts'
import { type Developer, developerOf } from './developer.ts'
import { directoryOf, newcomersOf } from './directory.ts'
import { createFhir, type Fhir } from './fhir/fhir.ts'
import { createIdp, type Idp } from './idp/idp.ts'
import type { IdpStores } from './idp/store.ts'
import { type Keys, openKeys } from './keys.ts'
import { createLaunch, type Launch } from './launch/launch.ts'
import { createLimits } from './limits.ts'
import { createLog } from './log.ts'
import { boundedFetch, domainFetch, type Names, outsideFetch } from './network.ts'
import { createOauth, type Oauth } from './oauth/oauth.ts'
import { createObservations, type Observations } from './observations.ts'
import { createOpenapi, type Openapi } from './openapi/openapi.ts'
import { createPortal, type Portal } from './portal/portal.ts'
import { machineHandler } from './routes.ts'
import { type Staff, staffOf } from './staff.ts'
import { createRecorder, type Recorder } from './trace/recorder.ts'
import type { TraceStore } from './trace/store.ts'
import { createTraces, type Traces } from './trace/traces.ts'
import { traceViewer } from './trace-viewer.ts'
import { VERSION } from './version.ts'
import { sessionViewer } from './viewer.ts'

export interface Peers {
  readonly oauth: Oauth
  readonly fhir: Fhir
  readonly idp: Idp
  readonly portal: Portal
  readonly launch: Launch
  readonly browse: Browse
  readonly admin: Admin
  readonly connect: Connect
  readonly openapi: Openapi
  readonly traces: Traces
}

/** Traces as the command line and the tests read them. */
type TraceReader = TraceStore & Pick<Recorder, 'flush'>

/** A running domain: what the server, the pages, the command line and the tests hold on to. */
export interface Domain {
  readonly config: Config
  readonly peers: Peers
  readonly database: Database
  readonly registry: Registry
  readonly resources: ResourceDatabase
  readonly keys: Keys
  readonly audit: AuditLog
  readonly traces: TraceReader
  readonly developers: AppDevelopers
  readonly clock: Clock
  readonly log: Log
  /** Takes away some of what has expired; the number of rows. The server calls it now and then. */
  readonly purge: () => number
  readonly close: () => Promise<void>
}

/** What a test puts in place of the machine's own. */
export interface Surroundings {
  readonly clock?: Clock
  readonly random?: Random
  /** The network outside of the domain. */
  readonly network?: Fetch
  /** How the names in addresses of strangers are looked up. */
  readonly names?: Names
  readonly log?: Log
  /** The program of the threads that search; without it, searches that take long keep everything else waiting. */
  readonly searchThread?: URL
  readonly viewer?: Parameters<typeof createPortal>[0]['viewer']
}

/** The client ids under which the domain's own servers are known to the embedded identity provider. */
const IDP_CLIENTS = { authorizationServer: 'slipway-authorization-server', portal: 'slipway-portal' } as const

/** Opens the database, migrates and seeds it, and assembles the peers. Throws ConfigError or MigrationError. */
export async function openDomain(config: Config, surroundings: Surroundings = {}): Promise<Domain> {
  const { clock = systemClock, random = systemRandom, log = createLog(config) } = surroundings
  const database = openDatabase(config.databaseFile, { now: clock() })
  const store = signingKeyStore(database.sql)
  const keys = openKeys({ directory: path.join(config.dataDir, 'keys'), store, clock, random })
  const threads = surroundings.searchThread && searchThreads(surroundings.searchThread, config.databaseFile)
  const resources = resourceDatabase(database.sql, threads)
  resources.noteParameters(config.resourceTypes)
  const clients = registry(database, clock)
  const idp = idpStores(database)
  // Accounts of another provider are not ours to look up: it alone knows when they end.
  const isCurrent = async (id: string) =>
    config.externalIdp !== undefined || (await idp.accounts.find(id)) !== undefined
  const viewer = surroundings.viewer ?? sessionViewer(config.publicUrl, () => keys.secret('portal-session'), isCurrent)
  const handled = { ...surroundings, clock, random, log, viewer }
  const audit = openAudit(config, { database, keys }, handled)
  const staff = staffOf(viewer, idp.accounts)
  const traced = traceStore(database.sql)
  const recorder = createRecorder({ store: traced, clock, random, log })
  const developers = appDevelopers(database.sql)
  const cookies = cookieJar(config.publicUrl)
  const personas = config.demo ? DEMO_PEOPLE : []
  const developer = developerOf({ viewer, accounts: idp.accounts, cookies, personas })
  const parts = { database, keys, resources, clients, idp, audit, staff, developers, developer, traced, recorder }
  const peers: Peers = assemble(config, parts, handled, () => peers)
  await seed({ config, registry: clients, resources, accounts: idp.accounts, clock, random })
  const purgeOauth = oauthPurge(database)
  const purgeTraces = tracePurge(database.sql)
  return {
    config,
    peers,
    database,
    registry: clients,
    resources,
    keys,
    audit,
    clock,
    log,
    traces: { ...traced, flush: recorder.flush },
    developers,
    purge: () => purgeOauth(clock()) + purgeTraces(clock()),
    close: async () => {
      recorder.flush()
      await threads?.close()
      await database.close()
    },
  }
}

interface Parts {
  readonly database: Database
  readonly keys: Keys
  readonly resources: ResourceDatabase
  readonly clients: Registry
  readonly idp: IdpStores
  readonly audit: AuditLog
  /** Who of the console's people sends a request, if any. */
  readonly staff: (request: Request) => Promise<Staff | undefined>
  readonly developers: AppDevelopers
  /** Who connects apps of their own, if anybody does. */
  readonly developer: (request: Request) => Promise<Developer | undefined>
  readonly traced: TraceStore
  readonly recorder: Recorder
}

type Handled = Surroundings & Required<Pick<Surroundings, 'clock' | 'random' | 'log' | 'viewer'>>

/** The log, chained with a key that the database does not know. */
function openAudit(
  { idpIdentifierSystem: identifierSystem }: Config,
  { database, keys }: Pick<Parts, 'database' | 'keys'>,
  { clock, random, log }: Handled,
): AuditLog {
  const chain = auditChain(keys.secret('audit'))
  const store = auditStore(database.vault, chain)
  return createAudit({ store, chain, clock, random, log, identifierSystem, clientAddress })
}

function assemble(
  config: Config,
  parts: Parts,
  { clock, random, log, viewer, ...around }: Handled,
  peers: () => Peers,
): Peers {
  const { database, keys, resources, clients, idp, audit, staff, developers, developer, traced, recorder } = parts
  const fetchBy = (outside: Fetch) =>
    domainFetch(
      [config.publicUrl, config.authUrl, config.baseUrl],
      (url, method) => machineHandler(peers(), url, method),
      around.network ?? outside,
    )
  const fetch = fetchBy(boundedFetch)
  const observations = createObservations(clock)
  // The addresses of clients' keys come from strangers; in development these live on this machine, as the domain does.
  const fetchKeys = observations.keys(isLoopback(config.authUrl) ? fetch : fetchBy(outsideFetch(around.names)))
  const fhirBase = `${config.baseUrl}/fhir/DEFAULT`
  const endpoints = oauthEndpoints(config.authUrl)
  const oauthKeys = keys.ring('oauth')
  const limits = createLimits(config.rateLimit, config.quotas)
  return observed(observations, {
    oauth: createOauth({
      issuer: config.authUrl,
      endpoints,
      errorPages: `${config.publicUrl}/docs/errors`,
      fhirBases: { canonical: fhirBase, accepted: [config.baseUrl, `${config.baseUrl}/fhir`, fhirBase] },
      stores: oauthStores(database, clients),
      directory: directoryOf(resources),
      keys: oauthKeys,
      clock,
      random,
      log,
      audit: audit.at(config.authUrl),
      cookies: cookieJar(config.authUrl),
      fetch: fetchKeys,
      idp: {
        ...sharedIdpClient(config, keys),
        claim: config.idpClaim,
        identifierSystem: config.idpIdentifierSystem,
        fetch,
      },
      resourceTypes: config.resourceTypes,
      publicHttps: !isLoopback(config.authUrl),
      unprovenErrorsStay: config.unprovenErrorsStay,
      limits,
      clientAddress,
      tracing: recorder,
      tracePages: config.demo ? `${config.publicUrl}/traces` : undefined,
    }),
    fhir: createFhir({
      baseUrl: config.baseUrl,
      resourceTypes: config.resourceTypes,
      authorizationServer: { issuer: config.authUrl, ...endpoints, publicJwks: oauthKeys.publicJwks },
      resources,
      snapshots: snapshotStore(database.sql),
      authority: clients.authority,
      clock,
      random,
      log,
      version: VERSION,
      limits: limits.fhir,
      clientAddress,
      tracing: recorder,
    }),
    idp: createIdp({
      issuer: `${config.publicUrl}/idp`,
      publicUrl: config.publicUrl,
      relyingParties: relyingParties(config, keys),
      stores: idp,
      newcomers: newcomersOf({
        resources,
        names: personNames(database.sql),
        identifierSystem: config.idpIdentifierSystem,
        firstActivity: config.demo ? DEMO_ACTIVITY : undefined,
        adoptsPeople: config.demo,
        clock,
        random,
      }),
      keys: keys.ring('idp'),
      clock,
      random,
      log,
      audit: audit.at(`${config.publicUrl}/idp`),
      cookies: cookieJar(config.publicUrl),
      signup: config.idpSignup,
      demoAccounts: config.demo ? DEMO_LOGINS : [],
      rateLimit: config.rateLimit,
      tracing: recorder,
      clientAddress,
    }),
    portal: createPortal({
      publicUrl: config.publicUrl,
      clientId: DEMO_PORTAL.clientId,
      fhirBase,
      identifierSystem: config.idpIdentifierSystem,
      keys: keys.ring('portal'),
      clock,
      random,
      log,
      cookies: cookieJar(config.publicUrl),
      fetch,
      viewer,
      compose: {
        isAdmin: async (request) => (await staff(request))?.role === 'admin',
        count: (request) => limits.authorize.count(clientAddress(request)),
        apps: async () => launchableApps(config, await clients.listClients()),
        tickets: composedLaunchStore(database.sql),
        client: (request, form, audience) => peers().oauth.authenticateClient(request, form, audience),
      },
      ownApp: ownAppOf({ registry: clients, developer }),
      demo: config.demo ? { people: DEMO_PEOPLE } : undefined,
      tracing: recorder,
    }),
    launch: createLaunch({
      publicUrl: config.publicUrl,
      clientId: DEMO_APP.clientId,
      redirectUri: `${config.publicUrl}/launch/callback`,
      trustedIss: [config.baseUrl, `${config.baseUrl}/fhir`, fhirBase],
      simulates: config.demo,
      keys: keys.ring('launch'),
      sealingSecret: keys.secret('launch-session'),
      pending: pendingLaunchStore(database.sql),
      clock,
      random,
      log,
      cookies: cookieJar(config.publicUrl),
      fetch,
      tracing: recorder,
    }),
    browse: createBrowse({
      clientId: DEMO_CONSOLE.clientId,
      fhirBase,
      keys: keys.ring('console'),
      clock,
      random,
      log,
      fetch,
      reader: staff,
    }),
    admin: openConsole({
      config,
      database,
      registry: clients,
      resources,
      keys,
      viewer: staff,
      oauth: () => peers().oauth,
      clock,
      random,
      log,
    }),
    connect: openConnecting({
      config,
      registry: clients,
      resources,
      developer,
      oauth: () => peers().oauth,
      observations,
      limits,
      clock,
      random,
      log,
    }),
    openapi: createOpenapi({
      publicUrl: config.publicUrl,
      issuer: config.authUrl,
      resourceTypes: config.resourceTypes,
      version: VERSION,
    }),
    traces: createTraces({
      store: traced,
      flush: recorder.flush,
      viewer: traceViewer({
        staff,
        developers,
        demo: config.demo,
        portal: () => peers().portal,
        app: () => peers().launch,
        resolve: traced.resolve,
      }),
      clock,
      log,
    }),
  })
}

/** Approved apps with a launch URL, as the composer offers them. */
const launchableApps = (config: Config, clients: Awaited<ReturnType<Registry['listClients']>>) =>
  clients.flatMap(({ clientId, name, launchUrl, status, kind }) =>
    launchUrl && status === 'approved' && kind !== 'platform'
      ? [{ clientId, name, launchUrl, simulates: config.demo && clientId === DEMO_APP.clientId }]
      : [],
  )

/** The peers, seen by developers who watch their apps. */
const observed = (observations: Observations, peers: Peers): Peers => ({
  ...peers,
  oauth: {
    ...peers.oauth,
    authorize: observations.authorize(peers.oauth.authorize),
    token: observations.token(peers.oauth.token),
  },
  fhir: { ...peers.fhir, handle: observations.fhir(peers.fhir.handle) },
  portal: { ...peers.portal, launch: observations.launch(peers.portal.launch) },
})

const oauthEndpoints = (authUrl: string) => ({
  authorize: `${authUrl}/oauth2/authorize`,
  callback: `${authUrl}/oauth2/callback`,
  token: `${authUrl}/oauth2/token`,
  introspect: `${authUrl}/oauth2/introspect`,
  jwks: `${authUrl}/oauth2/jwks`,
})

/** How the domain's own relying parties know the shared identity provider: the embedded one, or that of SHARED_IDP_*. */
const sharedIdpClient = (config: Config, keys: Keys) =>
  config.externalIdp ?? {
    issuer: config.idpIssuer,
    clientId: IDP_CLIENTS.authorizationServer,
    clientSecret: keys.secret('idp-authorization-server'),
  }

/** How the portal's sign-in knows the shared identity provider. */
export const portalIdpClient = ({ config, keys }: Pick<Domain, 'config' | 'keys'>) =>
  config.externalIdp ?? {
    issuer: config.idpIssuer,
    clientId: IDP_CLIENTS.portal,
    clientSecret: keys.secret('idp-portal'),
  }

const relyingParties = (config: Config, keys: Keys) => [
  {
    clientId: IDP_CLIENTS.authorizationServer,
    clientSecret: keys.secret('idp-authorization-server'),
    name: 'Slipway authorization server',
    redirectUris: [`${config.authUrl}/oauth2/callback`],
  },
  {
    clientId: IDP_CLIENTS.portal,
    clientSecret: keys.secret('idp-portal'),
    name: 'Slipway portal',
    redirectUris: [`${config.publicUrl}/api/auth/callback/shared-idp`],
  },
]

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

/** A Next route that lets a peer answer. */
export const answer =
  (pick: (peers: Peers) => Handler) =>
  async (request: Request): Promise<Response> =>
    pick((await domain()).peers)(request)

/** The description of the service, for the page that shows it. */
export const apiDescription = async () => (await domain()).peers.openapi.describe()

/** What the pages say about the domain. */
export async function domainFacts() {
  const { config } = await domain()
  return {
    publicUrl: config.publicUrl,
    issuer: config.authUrl,
    tokenEndpoint: oauthEndpoints(config.authUrl).token,
    fhirBase: `${config.baseUrl}/fhir/DEFAULT`,
    demo: config.demo,
    demoLogins: config.demo ? DEMO_LOGINS : [],
    /** Whom the demo button acts as. */
    demoPerson: config.demo ? DEMO_PEOPLE[0] : undefined,
    version: VERSION,
  }
}
