// The JSON of /admin/api/tokens: tokens with which the command line and CI act for an administrator, and what each may do.

/**
 * What a token may do: see the apps, register apps, sign launches, or read traces. Each token may ask for the status of the domain;
 * none makes tokens, or touches accounts, roles, keys or the audit log.
 */
export const TOKEN_SCOPES = ['apps:read', 'apps:write', 'launch', 'traces:read'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** What `launch` and `test` need. */
export const LAUNCH_SCOPES: readonly TokenScope[] = ['apps:read', 'launch', 'traces:read']

/** The longest life of a token, in days. */
export const LONGEST_TOKEN_DAYS = 366

/** Every secret begins so: scanners of repositories know it by that. */
export const TOKEN_PREFIX = 'slipway_'

export interface AdminToken {
  readonly id: string
  /** What it is for. */
  readonly name: string
  /** User name of the administrator in whose name it acts. */
  readonly username: string
  readonly scopes: readonly TokenScope[]
  /** RFC 3339. */
  readonly createdAt: string
  readonly expiresAt: string
  /** To the minute; null before its first use. */
  readonly lastUsedAt: string | null
}

/** GET /admin/api/tokens */
export interface AdminTokens {
  readonly items: readonly AdminToken[]
}

/** POST /admin/api/tokens */
export interface NewTokenForm {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  /** Its life. */
  readonly days: number
}

/** The answer to it: the only one with the secret, which is not kept. */
export interface MadeToken extends AdminToken {
  readonly token: string
}

/** True for the name of something that a token may do. */
export const isTokenScope = (text: string): text is TokenScope => TOKEN_SCOPES.some((scope) => scope === text)
