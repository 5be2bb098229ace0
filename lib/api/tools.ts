// The JSON of /tools/api: the server's verdict on a token that was pasted into the page.

export const TOKEN_KINDS = ['launch', 'assertion', 'id_token'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** POST /tools/api/judge */
export interface InspectRequest {
  readonly kind: TokenKind
  /** A compact JWS. It is neither stored nor logged, and its jti is not used up. */
  readonly token: string
}

export interface InspectedCheck {
  /** Unique among the checks of one kind. */
  readonly name: string
  /** A check that needs what an earlier one did not prove is not reached. */
  readonly outcome: 'pass' | 'fail' | 'not_reached'
  /** The unmet expectation, in the words of the endpoint; null unless the check fails. */
  readonly expected: string | null
  /** The part of the token that was looked at, as JSON; null where it is not about one part. */
  readonly received: string | null
  /** The page below /docs/errors that explains the refusal; null where there is none. */
  readonly error: string | null
}

export interface TokenVerdict {
  readonly kind: TokenKind
  readonly accepted: boolean
  readonly checks: readonly InspectedCheck[]
  /** The server's clock, in seconds since 1970. */
  readonly now: number
  /** Seconds by which two clocks may differ. */
  readonly skew: number
}

/** GET /tools/api/me */
export interface ToolsMe {
  /** True when this server judges tokens for the signed-in person; the tools that run in the browser are open to all. */
  readonly mayJudge: boolean
  readonly signedIn: boolean
  /** Seconds since 1970. */
  readonly now: number
}
