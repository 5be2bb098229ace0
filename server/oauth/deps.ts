// The ports and settings of the authorization server.
import type { Audit } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { CookieJar } from '#lib/http/cookies.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { Log } from '#lib/log.ts'
import type { ClaimsFrom } from '#lib/oauth/claims-from.ts'
import type { StepRecorder, Tracing } from '#lib/trace/trace.ts'
import type { Directory, OauthStores } from './store.ts'

export interface OauthDeps {
  readonly issuer: string
  /** Absolute URLs. */
  readonly endpoints: {
    readonly authorize: string
    readonly callback: string
    readonly token: string
    readonly introspect: string
    readonly jwks: string
  }
  /** The address that our pages link to for going on: the portal. */
  readonly startPage: string
  /** The base of the pages that explain each kind of error, under its id. */
  readonly errorPages: string
  readonly fhirBases: {
    /** The base of links, of fhirUser and of the audience of access tokens. */
    readonly canonical: string
    /** Accepted values of `aud`, without trailing slash (conformance AUZ-22). */
    readonly accepted: readonly string[]
  }
  readonly stores: OauthStores
  readonly directory: Directory
  readonly keys: KeyRing
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly audit: Audit
  readonly cookies: CookieJar
  /** For addresses of keys that somebody has tested. */
  readonly fetch: Fetch
  /** For the jwks_uri of a client that authenticates. */
  readonly fetchClientKeys: Fetch
  readonly idp: SharedIdp
  readonly resourceTypes: readonly string[]
  /** False on a loopback address: only then may a client's jwks_uri be one, too. */
  readonly publicHttps: boolean
  /** True to redirect errors to the app only once the launch is proven, and to show a page before (conformance AUZ-45). */
  readonly unprovenErrorsStay: boolean
  readonly limits: {
    readonly token: { readonly client: RateLimit; readonly address: RateLimit }
    readonly authorize: RateLimit
    readonly introspect: { readonly client: RateLimit; readonly address: RateLimit }
    /** True when a client that introspects many inactive tokens has to wait (conformance INT-12). */
    readonly scanning: boolean
  }
  /** The address of a request. */
  readonly clientAddress: (request: Request) => string
  /** Called for each authenticated client. */
  readonly onAuthenticated: (request: Request, clientId: string) => void
  readonly tracing: Tracing
  /** True when the title of the task may be shown before the log-in: in the demo. */
  readonly tellsTasks: boolean
  /** The base of the pages of traces, if the domain shows them to those who launch: the demo. */
  readonly tracePages?: string | undefined
}

/** The recorder of the request, for checks that take it beside their own ports. */
export interface Traced {
  readonly recorder: StepRecorder
}

/** A client of the shared identity provider: its registration there, and how it reaches the provider. */
export interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** The claim that names the user. */
  readonly claim: string
  /** The source of the claim: the verified id_token, or userinfo. */
  readonly claimsFrom: ClaimsFrom
  readonly fetch: Fetch
}

/** The authorization server as such a client, and how people are recognised. */
export interface SharedIdp extends ProviderClient {
  /** The identifier.system under which a person's resource carries that value. */
  readonly identifierSystem: string
  /** True while the account of a subject exists; always true where only the provider knows. */
  readonly isCurrent: (subject: string) => Promise<boolean>
}
