// The ports of the composer: access, the apps, and the tickets for launches that a phone opens.

import type { ComposeApp } from '#lib/api/compose.ts'
import type { Params } from '#lib/http/params.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { ClientKind } from '#lib/oauth/client-kind.ts'

/** A composed launch that waits to be opened on a phone. */
export interface ComposedLaunch {
  readonly ticketHash: string
  /**
   * JSON whose format only the composer knows. It holds references but no token: that is signed when the ticket is
   * opened.
   */
  readonly data: string
  readonly expiresAt: number
  /** The origin of the request. In the demo anybody may compose, so each network gets a share of the storage. */
  readonly network: string
}

export interface LaunchingToken {
  /** The token's purpose, and the user in whose name it acts. */
  readonly name: string
  readonly username: string
  readonly may: boolean
}

/** An app, with the account that registered it. */
export interface LaunchableApp extends Omit<ComposeApp, 'ofOther'> {
  readonly ownerAccountId: string | undefined
}

/** Everything that the composer can reach beside the portal's own ports. */
export interface ComposePorts {
  /** True when a signed-in administrator sends the request. */
  readonly isAdmin: (request: Request) => Promise<boolean>
  /** The administrator's token that a request bears. `may` is false when the token may not sign launches. */
  readonly bearer: (request: Request) => Promise<LaunchingToken | undefined>
  /** Counts a launch by a token; returns the refusal when there were too many. */
  readonly countBearer: (request: Request) => ReturnType<RateLimit['count']>
  /** Counts a launch or ticket for the request's network; returns the refusal when there were too many. */
  readonly count: (request: Request) => ReturnType<RateLimit['count']>
  readonly networkOf: (request: Request) => string
  /** Approved apps with a launch URL, by their names in a language; without one, as they are registered. */
  readonly apps: (language?: Language) => Promise<readonly LaunchableApp[]>
  /** The account of whoever sends a request. */
  readonly accountOf: (request: Request) => Promise<string | undefined>
  readonly tickets: {
    readonly create: (launch: ComposedLaunch, now: number) => Promise<void>
    /** Uses up a ticket if it is unused and unexpired. One statement decides. */
    readonly consume: (ticketHash: string, now: number) => Promise<{ readonly data: string } | undefined>
  }
  /** The approved client proven by a client_assertion for `audience`. Throws OAuthError. */
  readonly client: (
    request: Request,
    form: Params,
    audience: string,
  ) => Promise<{
    readonly clientId: string
    readonly kind: ClientKind
  }>
}
