// The ports and settings of the resource server, and names derived from them.
import type { JWK } from 'jose'
import type { Maybe } from '#lib/async/maybe.ts'
import type { ReadAudit } from '#lib/audit/audit.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { Tick } from '#lib/http/request-context.ts'
import type { Runtime } from '#lib/runtime.ts'
import type { Tracing } from '#lib/trace/trace.ts'
import type { Authority, ResourceStore, SnapshotStore, StoredState } from './store.ts'
import type { WritePorts } from './write/deps.ts'

export interface AuthorizationServer {
  readonly issuer: string
  readonly authorize: string
  readonly token: string
  readonly introspect: string
  readonly jwks: string
  /** Those of a launch. */
  readonly scopes: readonly string[]
  /** The current signing keys; read on each request, so that a revoked key is refused immediately. */
  readonly publicJwks: () => Promise<{ readonly keys: readonly JWK[] }>
}

export interface FhirDeps extends Runtime {
  /** {base_url}: the FHIR bases are `{base_url}/fhir` and `{base_url}/fhir/DEFAULT`. */
  readonly baseUrl: string
  readonly resourceTypes: readonly string[]
  readonly authorizationServer: AuthorizationServer
  readonly resources: ResourceStore
  readonly snapshots: SnapshotStore
  readonly writes: WritePorts
  readonly authority: Authority
  /** The version of the stored data, whichever process wrote it; requested for each request, with its tick. */
  readonly state: (tick?: Tick) => Maybe<StoredState>
  /** True to cache anything between requests (memory.ts). */
  readonly remembers: boolean
  /** The version of the software, for the CapabilityStatement. */
  readonly version: string
  readonly limits: { readonly client: RateLimit; readonly address: RateLimit }
  /** The network address that a request came from. */
  readonly clientAddress: (request: Request) => string
  /** Called the first time that an Authorization header with a valid token is seen. */
  readonly onAuthenticated: (authorization: string, clientId: string) => void
  readonly tracing: Tracing
  readonly audit: ReadAudit
  /** True for a request of the FHIR console, whose developer is told what a search read (conformance FBO-12). */
  readonly tellsCost: (request: Request) => boolean
  /** True when pages of a web origin may call with a token. Called for each request from a page. */
  readonly allowsOrigin: (origin: string) => Promise<boolean>
}
