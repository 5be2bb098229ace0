// The ports and settings of the authorization server.

import type { Audit } from '#lib/audit/audit.ts'
import type { CookieJar } from '#lib/cookies.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { Limiter } from '#lib/http/limiter.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { LoggedInParty } from '#lib/oauth/backchannel-logout.ts'
import type { ClaimsFrom } from '#lib/oauth/claims-from.ts'
import type { Runtime } from '#lib/runtime.ts'
import type { StepRecorder, Tracing } from '#lib/trace/trace.ts'
import type { Profile } from './profiles/profile.ts'
import type { Directory, OauthStores } from './store.ts'

export interface OauthDeps extends Runtime {
  readonly issuer: string
  /** Absolute URLs. */
  readonly endpoints: {
    readonly authorize: string
    readonly callback: string
    readonly token: string
    readonly introspect: string
    readonly jwks: string
    /** Where the identity provider tells of the end of a session. */
    readonly backchannelLogout: string
  }
  /** The address that our pages link to for continuing: the portal. */
  readonly startPage: string
  /** Base address of the pages that explain errors; the error's id is appended. */
  readonly errorPages: string
  readonly fhirBases: {
    /** The base of links, of fhirUser and of access token audiences. */
    readonly canonical: string
    /** Accepted values of `aud`, without trailing slash (conformance AUZ-22). */
    readonly accepted: readonly string[]
  }
  /** What holds for the apps. */
  readonly profile: Profile
  readonly stores: OauthStores
  readonly directory: Directory
  /** The keys of id_tokens; the JWK Set has those of access tokens, too. */
  readonly keys: KeyRing
  readonly accessTokenKeys: Pick<KeyRing, 'active'>
  readonly audit: Audit
  readonly cookies: CookieJar
  /** Fetches JWKS URLs that a person tests. */
  readonly fetch: Fetch
  /** Fetches the jwks_uri of an authenticating client. */
  readonly fetchClientKeys: Fetch
  readonly idp: SharedIdp
  /** The apps that want to know of the end of a session, and how to reach them. */
  readonly loggedOutApps: {
    /** The domain's own. */
    readonly parties: readonly LoggedInParty[]
    readonly fetch: Fetch
    /** Posts a form to an address that an app registered; the status of its answer. Rejects when there is none. */
    readonly post: (uri: string, form: URLSearchParams, timeoutMs: number) => Promise<number>
  }
  readonly resourceTypes: readonly string[]
  /** False on a loopback address: only then may a client's jwks_uri be a loopback address too. */
  readonly publicHttps: boolean
  /**
   * True to show errors on a page until the launch is proven, and to redirect them to the app only after that
   * (conformance AUZ-45).
   */
  readonly unprovenErrorsStay: boolean
  readonly limits: {
    readonly token: { readonly client: RateLimit; readonly address: RateLimit }
    readonly authorize: RateLimit
    readonly introspect: { readonly client: RateLimit; readonly address: RateLimit }
    /** Of the inactive tokens that a client introspects (conformance INT-12). */
    readonly inactive: Pick<Limiter, 'count' | 'wait'> | undefined
  }
  /** The network address that a request came from. */
  readonly clientAddress: (request: Request) => string
  /** Called for each authenticated client. */
  readonly onAuthenticated: (request: Request, clientId: string) => void
  readonly tracing: Tracing
  /** True in the demo, where the task's title may be shown before the log-in, and a launch may go step by step. */
  readonly demo: boolean
  /** The base of the trace pages, where people who launch may see them: in the demo. */
  readonly tracePages?: string | undefined
}

/** The recorder of the request, for checks that need it beside their own ports. */
export interface Traced {
  readonly recorder: StepRecorder
}

/** A client of the shared identity provider: its registration there, and how to reach the provider. */
export interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** The algorithm of its id_tokens that is registered there (id_token_signed_response_alg); without one, what the provider offers. */
  readonly idTokenAlg?: string
  /** The claim that names the user. */
  readonly claim: string
  /** Where the claim comes from: the verified id_token, or userinfo. */
  readonly claimsFrom: ClaimsFrom
  readonly fetch: Fetch
}

/** The authorization server as a client of the provider, and how people are recognised. */
export interface SharedIdp extends ProviderClient {
  /** The identifier.system that holds this value in a person's resource. */
  readonly identifierSystem: string
  /** True while the subject's account exists. Always true where only the provider can know. */
  readonly isCurrent: (subject: string) => Promise<boolean>
}
