// The dependencies of the peers, opened by the composition root.

import type { PageAccount } from '#lib/api/account.ts'
import type { ApiToken } from '#lib/api/token-words.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import type { Fetch, Handler } from '#lib/http/handler.ts'
import type { PageVisits } from '#lib/http/page-visits.ts'
import type { Log } from '#lib/log.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Config, isLoopback } from '../config/config.ts'
import type { IdpStores } from '../idp/store.ts'
import type { Keys } from '../keys/keys.ts'
import type { Names } from '../network/names.ts'
import {
  boundedFetch,
  domainFetch,
  outsideFetch,
  type RecordingFetch,
  recordingFetch,
} from '../network/outbound-fetch.ts'
import { koppeltaal } from '../oauth/profiles/koppeltaal.ts'
import type { Profile } from '../oauth/profiles/profile.ts'
import type { createPortal } from '../portal/portal.ts'
import type { Developer } from '../session/developer.ts'
import type { OneClick } from '../session/one-click.ts'
import type { Staff } from '../session/staff.ts'
import type { AppDevelopers, Registry } from '../storage/registry.ts'
import type { ResourceDatabase, Storage } from '../storage/storage.ts'
import type { Recorder } from '../traces/recorder.ts'
import type { SignedTraceIds } from '../traces/signed-trace-ids.ts'
import type { TraceStore } from '../traces/store.ts'
import type { AuthenticatedCallers } from './authenticated-callers.ts'
import type { Peers } from './peers.ts'
import { createLimits, type Limits } from './rate-limits.ts'
import type { Route } from './route.ts'
import type { Router } from './router.ts'

/** Replacements for tests. */
export interface Overrides {
  readonly clock?: Clock
  readonly random?: Random
  /** The network outside of the domain. */
  readonly network?: Fetch
  /** The resolution of external names. */
  readonly names?: Names
  readonly log?: Log
  /** The program of the database threads. Without it, long searches and checkpoints block everything else. */
  readonly databaseThread?: URL
  /** The program of the thread that prepares imports. Without it, this thread does the work. */
  readonly importThread?: URL
  readonly viewer?: Parameters<typeof createPortal>[0]['viewer']
  /** What holds for the apps at the authorization server. */
  readonly profile?: Profile
  /** The table of addresses. */
  readonly routes?: readonly Route[]
  readonly around?: (storage: Storage) => Storage
}

export type ResolvedOverrides = Overrides & Required<Pick<Overrides, 'clock' | 'random' | 'log' | 'viewer'>>

/** The parts opened before the peers. */
export interface Opened {
  readonly storage: Storage
  readonly keys: Keys
  readonly resources: ResourceDatabase
  readonly clients: Registry
  readonly idp: IdpStores
  readonly audit: AuditLog
  /** True while a subject's account exists; only an external provider knows that of its accounts. */
  readonly isCurrent: (accountId: string) => Promise<boolean>
  /** The console account of a request, if any. */
  readonly staff: (request: Request) => Promise<Staff | undefined>
  /** The valid administrator's token that a request bears. */
  readonly bearer: (request: Request) => Promise<ApiToken | undefined>
  readonly developers: AppDevelopers
  /** The developer of a request, if any. */
  readonly developer: (request: Request) => Promise<Developer | undefined>
  /** The account of a page's visitor, if any. */
  readonly pageAccount: (request: Request) => Promise<PageAccount | undefined>
  /** The requests for one visit of a page, which have the same person. */
  readonly visits: PageVisits
  readonly oneClick: OneClick
  readonly traced: TraceStore
  readonly recorder: Recorder
  /** The X-Trace-Ids of requests that pages send in somebody's name. */
  readonly askedTraces: SignedTraceIds
  /** Callers that load shedding can identify. */
  readonly authenticatedCallers: AuthenticatedCallers
}

export interface Dependencies extends Opened, Required<Pick<Overrides, 'clock' | 'random' | 'log' | 'viewer'>> {
  readonly config: Config
  /** Reaches the domain itself without a network, and other addresses within limits. */
  readonly fetch: Fetch
  /** Fetches clients' keys, from addresses that they choose: of the domain itself it reads public documents only. */
  readonly fetchKeys: Fetch
  /** The same, when a client authenticates. People who connect an app are shown its latest result. */
  readonly fetchClientKeys: RecordingFetch
  /** The handler of a POST to an address of the domain itself; undefined for any other address. */
  readonly ownPost: (url: URL) => Handler | undefined
  /** The resolution of external names, if a test replaces it. */
  readonly names: Names | undefined
  readonly importThread: URL | undefined
  readonly profile: Profile
  readonly limits: Limits
  readonly fhirBase: string
  /** The group under which /metrics counts a request target. */
  readonly groupOf: (target: string) => string
  /** The peers themselves; callable after they are created. */
  readonly peers: () => Peers
}

/** Completes the opened parts with everything derived from them. */
export function dependenciesOf(
  config: Config,
  parts: Opened,
  { clock, random, log, viewer, ...around }: ResolvedOverrides,
  peers: () => Peers,
  router: () => Router,
): Dependencies {
  const ownBases = [config.publicUrl, config.authUrl, config.baseUrl]
  const fetch = domainFetch(ownBases, (url, method) => router().insideFor(url, method), around.network ?? boundedFetch)
  // jwks_uri addresses come from outside. In development they may be on this machine, as the domain is. Any other endpoint of
  // the domain could need the very keys that are fetched, and would wait for them for ever.
  const outside = isLoopback(config.authUrl) ? boundedFetch : outsideFetch(around.names)
  const fetchKeys = domainFetch(ownBases, (url, method) => router().documentFor(url, method), around.network ?? outside)
  const ownOrigins = new Set(ownBases.map((base) => new URL(base).origin))
  return {
    ...parts,
    config,
    clock,
    random,
    log,
    viewer,
    fetch,
    fetchKeys,
    fetchClientKeys: recordingFetch(fetchKeys, clock),
    ownPost: (url) => (ownOrigins.has(url.origin) ? router().insideFor(url, 'POST') : undefined),
    names: around.names,
    importThread: around.importThread,
    profile: around.profile ?? koppeltaal,
    limits: createLimits(config.rateLimit ? parts.storage.limiters : undefined, config.quotas),
    fhirBase: canonicalBase(config),
    peers,
    groupOf: (target) => router().groupOf(target),
  }
}
