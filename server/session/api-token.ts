// Administrators' tokens for the command line and CI, sent as `Authorization: Bearer` (RFC 6750 §2.1). A request with a
// token has no session and its cookies are ignored. The rules against cross-site requests do not apply to it, because
// other sites' pages cannot send the header.
import { type ApiToken, TOKEN_PREFIX, type TokenScope } from '#lib/api/token-words.ts'
import { type Clock, DAY } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { isBearerRequest } from '#lib/http/bearer-request.ts'
import type { ApiTokens } from './store.ts'

const BEARER = /^Bearer +([A-Za-z0-9_-]{1,200})$/i

/** The valid token that a request bears; undefined for any other token, and for none. */
export const tokenOf =
  (tokens: Pick<ApiTokens, 'find'>, clock: Clock) =>
  async (request: Request): Promise<ApiToken | undefined> => {
    const secret = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
    return secret?.startsWith(TOKEN_PREFIX) ? tokens.find(secret, clock()) : undefined
  }

/** Wraps a session reader, so that a request with a token has no session. */
export const unlessBearer =
  <Person>(viewer: (request: Request) => Promise<Person | undefined>) =>
  async (request: Request): Promise<Person | undefined> =>
    isBearerRequest(request) ? undefined : viewer(request)

/** A token to be made. */
export interface WantedToken {
  readonly username: string
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly days: number
}

/** Makes and revokes tokens, for the console and the command line. */
export interface TokenIssuer {
  /** Makes a token; only the answer contains its secret. `unknown` when the account is not an administrator's. */
  readonly make: (
    wanted: WantedToken,
  ) => Promise<{ readonly secret: string; readonly token: ApiToken } | 'unknown' | 'too_many'>
  /** The valid tokens, newest first. */
  readonly list: () => Promise<readonly ApiToken[]>
  /** Revokes a token immediately and returns it. */
  readonly revoke: (id: string) => Promise<ApiToken | undefined>
}

/** Makes tokens of administrators; their secret is returned once and stored as a hash. */
export const tokenIssuer = (tokens: ApiTokens, clock: Clock, random: Random): TokenIssuer => ({
  make: async ({ days, ...wanted }) => {
    const secret = `${TOKEN_PREFIX}${random.token()}`
    const createdAt = clock()
    const token = { id: random.uuid(), ...wanted, createdAt, expiresAt: createdAt + days * DAY }
    const outcome = await tokens.add({ ...token, secret })
    return outcome === 'done' ? { secret, token: { ...token, lastUsedAt: undefined } } : outcome
  },
  list: async () => tokens.list(clock()),
  revoke: tokens.remove,
})
