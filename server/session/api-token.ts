// Tokens of administrators: made for the command line and CI, sent as `Authorization: Bearer` (RFC 6750 §2.1). A request with one has no
// session: no cookie of it counts, and the rules about other sites' pages, which cannot send the header, do not concern it.
import { TOKEN_PREFIX, type TokenScope } from '#lib/api/tokens.ts'
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

interface MakingDeps {
  readonly tokens: Pick<ApiTokens, 'add'>
  readonly clock: Clock
  readonly random: Random
}

/** Makes a token; its secret is in the answer and nowhere else. `unknown` where the account is no administrator's. */
export async function makeToken({ tokens, clock, random }: MakingDeps, { days, ...wanted }: WantedToken) {
  const secret = `${TOKEN_PREFIX}${random.token()}`
  const createdAt = clock()
  const token = { id: random.uuid(), ...wanted, createdAt, expiresAt: createdAt + days * DAY }
  const outcome = await tokens.add({ ...token, secret })
  return outcome === 'done' ? { secret, token: { ...token, lastUsedAt: undefined } } : outcome
}
