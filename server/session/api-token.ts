// Tokens of administrators: made for the command line and CI, sent as `Authorization: Bearer` (RFC 6750 §2.1). A request with one has no
// session: no cookie of it counts, and the rules about other sites' pages, which cannot send the header, do not concern it.
import { TOKEN_PREFIX, type TokenScope } from '#lib/api/token-words.ts'
import { type Clock, DAY } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { isBearerRequest } from '#lib/http/bearer-request.ts'
import type { ApiToken, ApiTokens } from './store.ts'

const BEARER = /^Bearer +([A-Za-z0-9_-]{1,200})$/i

/** The token that a request bears, while it is in force; undefined for another one, and without. */
export const tokenOf =
  (tokens: Pick<ApiTokens, 'find'>, clock: Clock) =>
  async (request: Request): Promise<ApiToken | undefined> => {
    const secret = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
    return secret?.startsWith(TOKEN_PREFIX) ? tokens.find(secret, clock()) : undefined
  }

/** Whoever reads the session of a request finds none in one that bears a token. */
export const unlessBearer =
  <Person>(viewer: (request: Request) => Promise<Person | undefined>) =>
  async (request: Request): Promise<Person | undefined> =>
    isBearerRequest(request) ? undefined : viewer(request)

/** A token that is asked for. */
export interface WantedToken {
  readonly username: string
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly days: number
}

/** Tokens as the console and the command line make and end them. */
export interface TokenIssuer {
  /** Makes a token; its secret is in the answer and nowhere else. `unknown` where the account is no administrator's. */
  readonly make: (
    wanted: WantedToken,
  ) => Promise<{ readonly secret: string; readonly token: ApiToken } | 'unknown' | 'too_many'>
  /** Those in force, the newest first. */
  readonly list: () => Promise<readonly ApiToken[]>
  /** Ends a token at once; what it was. */
  readonly revoke: (id: string) => Promise<ApiToken | undefined>
}

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
