// The ports of the composer: access, the apps, and the tickets for launches that a phone will open.
import type { ComposeApp } from '#lib/api/compose.ts'
import type { Params } from '#lib/http/params.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'

export interface ComposedLaunch {
  /** SHA-256 of the ticket that opens it. */
  readonly ticketHash: string
  /** JSON that only the composer understands. It holds references and no token: that is signed when it is opened. */
  readonly data: string
  readonly expiresAt: number
  /** The origin: in the demo anybody may compose, so storage is shared out by network. */
  readonly network: string
}

/** A token of an administrator. */
export interface LaunchingToken {
  /** What it is for, and in whose name it acts. */
  readonly name: string
  readonly username: string
  readonly may: boolean
}

export interface ComposePorts {
  /** True when a signed-in administrator sends the request. */
  readonly isAdmin: (request: Request) => Promise<boolean>
  /** The token of an administrator that a request bears, with its `may`: false where it may not sign launches. */
  readonly bearer: (request: Request) => Promise<LaunchingToken | undefined>
  /** Counts a launch by a token; returns the refusal when there are too many. */
  readonly countBearer: (request: Request) => ReturnType<RateLimit['count']>
  /** Counts a launch or a ticket for the network of the request; returns the refusal when there are too many. */
  readonly count: (request: Request) => ReturnType<RateLimit['count']>
  readonly networkOf: (request: Request) => string
  /** Approved apps with a launch URL. */
  readonly apps: () => Promise<readonly ComposeApp[]>
  readonly tickets: {
    readonly create: (launch: ComposedLaunch, now: number) => Promise<void>
    /** Uses a launch up, if it is unused and unexpired. One statement decides. */
    readonly consume: (ticketHash: string, now: number) => Promise<{ readonly data: string } | undefined>
  }
  /** The approved client that a client_assertion proves, made for `audience`. Throws OAuthError. */
  readonly client: (
    request: Request,
    form: Params,
    audience: string,
  ) => Promise<{
    readonly clientId: string
    readonly kind: 'module' | 'platform' | 'both'
  }>
}
