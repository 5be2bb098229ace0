// What the authorization server is made of.
import type { Audit } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { CookieJar } from '#lib/http/cookies.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { Log } from '#lib/log.ts'
import type { ClaimsFrom } from '#lib/oauth/claims-from.ts'
import type { Tracing, Trail } from '#lib/trace/trace.ts'
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
  /** Where people go on from a page of ours: the portal. */
  readonly startPage: string
  /** Where each kind of error is explained, under its id. */
  readonly errorPages: string
  readonly fhirBases: {
    /** The base of links, of fhirUser and of the audience of access tokens. */
    readonly canonical: string
    /** What `aud` may be (decision E1), without trailing slash. */
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
  /** For the jwks_uri of clients. */
  readonly fetch: Fetch
  readonly idp: SharedIdp
  readonly resourceTypes: readonly string[]
  /** False on a loopback address: only then may a client's jwks_uri be one, too. */
  readonly publicHttps: boolean
  /** Whether an error goes to the app only once the launch is proven, and is a page of ours before (conformance AUZ-45). */
  readonly unprovenErrorsStay: boolean
  readonly limits: {
    readonly token: { readonly client: RateLimit; readonly address: RateLimit }
    readonly authorize: RateLimit
    readonly introspect: { readonly client: RateLimit; readonly address: RateLimit }
    /** Whether a client that asks about many inactive tokens has to wait (conformance INT-12). */
    readonly scanning: boolean
  }
  /** Where a request comes from. */
  readonly clientAddress: (request: Request) => string
  /** Told of each client that has proven itself. */
  readonly onAuthenticated: (request: Request, clientId: string) => void
  readonly tracing: Tracing
  /** Whether who has not logged in yet may read which task is being opened: in the demo. */
  readonly tellsTasks: boolean
  /** Where traces are shown to people, if the domain shows them to those who launch: the demo. */
  readonly tracePages?: string | undefined
}

/** What a check is given beside what it needs: the record of the request that it is part of. */
export interface Traced {
  readonly trail: Trail
}

/** The shared identity provider and how people are recognised by it. */
export interface SharedIdp {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** The claim that names the user. */
  readonly claim: string
  /** Whether it is in the verified id_token, or at userinfo. */
  readonly claimsFrom: ClaimsFrom
  /** The identifier.system under which a person's resource carries that value. */
  readonly identifierSystem: string
  readonly fetch: Fetch
  /** Whether the account of a subject is still there; always, where the provider alone knows. */
  readonly isCurrent: (subject: string) => Promise<boolean>
}
