// The words of the tokens with which the command line and CI act for an administrator.

/**
 * What a token may do: see the apps, register apps, sign launches, or read traces. Every token may read the domain's
 * status. None may make tokens, or touch accounts, roles, keys or the audit log.
 */
export const TOKEN_SCOPES = ['apps:read', 'apps:write', 'launch', 'traces:read'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The scopes that the commands `launch` and `test` need. */
export const LAUNCH_SCOPES: readonly TokenScope[] = ['apps:read', 'launch', 'traces:read']

/** The longest life of a token, in days. */
export const LONGEST_TOKEN_DAYS = 366

/** Every secret begins so: scanners of repositories know it by that. */
export const TOKEN_PREFIX = 'slipway_'

/** True for the name of something that a token may do. */
export const isTokenScope = (text: string): text is TokenScope => TOKEN_SCOPES.some((scope) => scope === text)
