// The words of the tokens with which the command line and CI act for an administrator.

/**
 * What a token may do: see the apps, register apps, sign launches, or read traces. Every token may read the domain's
 * status. None may make tokens, or touch accounts, roles, keys or the audit log.
 */
export const TOKEN_SCOPES = ['apps:read', 'apps:write', 'launch', 'traces:read'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** An administrator's token for the command line and CI, without its secret. Times in epoch milliseconds. */
export interface ApiToken {
  readonly id: string
  /** The token's purpose. */
  readonly name: string
  /** User name of the account in whose name it acts. */
  readonly username: string
  readonly scopes: readonly TokenScope[]
  readonly createdAt: number
  readonly expiresAt: number
  /** Rounded to the minute; undefined before the first use. */
  readonly lastUsedAt: number | undefined
}

/** The scopes that the commands `launch` and `test` need. */
export const LAUNCH_SCOPES: readonly TokenScope[] = ['apps:read', 'launch', 'traces:read']

/** The longest life of a token, in days. */
export const LONGEST_TOKEN_DAYS = 366

/** Every secret begins so: scanners of repositories know it by that. */
export const TOKEN_PREFIX = 'slipway_'

/** True for the name of something that a token may do. */
export const isTokenScope = (text: string): text is TokenScope => TOKEN_SCOPES.some((scope) => scope === text)
