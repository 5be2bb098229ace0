// The ports of the embedded identity provider, and the addresses of its endpoints.

import type { Audit } from '#lib/audit/audit.ts'
import type { CookieJar } from '#lib/cookies.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { Limiters } from '#lib/http/limiter.ts'
import type { Runtime } from '#lib/runtime.ts'
import type { Tracing } from '#lib/trace/trace.ts'
import type { AccountRole, IdpStores, Provisioning, RelyingParty } from './store.ts'

/** An invented person whose password is public: a demo domain shows it on the login page. */
export interface DemoAccount {
  readonly username: string
  readonly password: string
  readonly name: string
  readonly role: AccountRole
}

export interface IdpDeps extends Runtime {
  /** The issuer identifier; all endpoints are below it. */
  readonly issuer: string
  readonly publicUrl: string
  readonly relyingParties: readonly RelyingParty[]
  readonly stores: IdpStores
  readonly newcomers: Provisioning
  readonly keys: KeyRing
  readonly audit: Audit
  readonly cookies: CookieJar
  /** Tells relying parties of the end of a session. */
  readonly fetch: Fetch
  /** True when people may create their own account. */
  readonly signup: boolean
  /** Empty outside of a demo domain. */
  readonly demoAccounts: readonly DemoAccount[]
  /** Undefined for load tests: then nothing is limited. */
  readonly limiters: Limiters | undefined
  readonly tracing: Tracing
  readonly clientAddress: (request: Request) => string
}

/** The absolute addresses of the endpoints, derived from the issuer alone and never from the request. */
export const endpointsOf = (issuer: string) => ({
  authorize: `${issuer}/authorize`,
  token: `${issuer}/token`,
  jwks: `${issuer}/jwks`,
  login: `${issuer}/login`,
  signup: `${issuer}/signup`,
  logout: `${issuer}/logout`,
})
