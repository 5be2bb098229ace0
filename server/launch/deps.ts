// The ports of a demo app. It has access to nothing else.

import type { CookieJar } from '#lib/cookies.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { LogoutReceiver } from '#lib/oauth/backchannel-logout.ts'
import type { Runtime } from '#lib/runtime.ts'
import type { Tracing } from '#lib/trace/trace.ts'
import type { AnswerStore, AppSessionStore, PendingLaunchStore } from './store.ts'

export interface LaunchDeps extends Runtime {
  /** The site of the app. */
  readonly publicUrl: string
  /** Below the site: where launches arrive. The app's pages and addresses are below it. */
  readonly path: string
  readonly clientId: string
  /** The redirect_uri registered at the authorization server. */
  readonly redirectUri: string
  /** FHIR bases whose launches are accepted, each with and without a trailing slash. */
  readonly trustedIss: readonly string[]
  /** True when a launch can ask the app to misbehave on purpose: only in the demo domain. */
  readonly simulates: boolean
  /**
   * True when the person of the launch may see everything that the app may read: only in the demo domain, whose people
   * are invented.
   */
  readonly showsEverything: boolean
  readonly keys: KeyRing
  readonly pending: PendingLaunchStore
  readonly networkOf: (request: Request) => string
  readonly sessions: AppSessionStore
  readonly answers: AnswerStore
  readonly cookies: CookieJar
  readonly fetch: Fetch
  readonly tracing: Tracing
  /** Claims the jti of a logout token until `exp` (epoch seconds); false when it was used. */
  readonly claimLogout: LogoutReceiver['claim']
}
