// Authenticates callers: the bearer token of a request, verified (RFC 6750, RFC 9068), and the current permissions of its client.
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Maybe } from '#lib/async/maybe.ts'
import { cachePut, versionedCache } from '#lib/async/versioned-cache.ts'
import { numericDate } from '#lib/clock.ts'
import type { Params } from '#lib/http/params.ts'
import { parseSystemScope, type SystemScope } from '#lib/oauth/smart-scope.ts'
import { canonicalBase, type FhirDeps } from './deps.ts'
import { type Challenge, FhirError } from './outcome.ts'
import type { Grantable } from './store.ts'

export interface Caller {
  readonly clientId: string
  /** jti of the token. */
  readonly tokenId: string | undefined
  /** The scopes of the token. */
  readonly scopes: readonly SystemScope[]
  /** The client's current permissions, independent of the token. */
  readonly permissions: readonly Grantable[]
  /** NumericDate at which the token ends. */
  readonly exp: number
  /** A number of its own, for as long as nothing of this changes. */
  readonly number: number
}

export interface Callers {
  /** The cached caller of a token, if still valid in this state of the registry. */
  readonly known: (headers: Headers, registry: unknown) => Caller | undefined
  /** True while the token of a caller has not expired. */
  readonly isAlive: (caller: Caller) => boolean
  /**
   * The check of every protected request. Throws FhirError, or rejects with it: 401, or 400 where two methods are mixed.
   * What a header came to is remembered until anything changes that was asked for it.
   */
  readonly authenticate: (headers: Headers, params: Params, registry: unknown) => Maybe<Caller>
}

type VerifiedToken = Pick<Caller, 'clientId' | 'tokenId' | 'scopes' | 'exp'>

/** Clocks of two servers may differ by this much (conformance RBT-17). */
const CLOCK_TOLERANCE_S = 30
/** Longest accepted token, in characters. */
const LONGEST_TOKEN = 8 * 1024
/** Tokens live 5 minutes, so this is some 30 new tokens a second. */
const REMEMBERED_TOKENS = 10_000

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

/** The authentication of bearer tokens, with a cache that is dropped when the registry changes. */
export function createCallers(deps: FhirDeps): Callers {
  const keys = keySet(deps)
  const callersOf = versionedCache(() => new Map<string, Caller>()) // By their Authorization header.
  let number = 0
  const identify = async (token: string): Promise<Caller> => {
    const { clientId, tokenId, scopes, exp } = await verifyToken(deps, await keys(), token)
    const client = await deps.authority.find(clientId)
    if (!client) throw unauthenticated({ error: 'invalid_token' }, 'The client of the token is not active.')
    number += 1
    return { clientId, tokenId, scopes, permissions: client.permissions, exp, number }
  }
  const known: Callers['known'] = (headers, registry) => {
    const header = headers.get('authorization')
    if (header === null || headers.has('authentication')) return undefined
    const caller = callersOf(registry).get(header)
    return caller && isAlive(caller, deps.clock()) ? caller : undefined
  }
  return {
    known,
    isAlive: (caller) => isAlive(caller, deps.clock()),
    authenticate: (headers, params, registry) => {
      assertTokenNotInParameters(params)
      const caller = known(headers, registry)
      if (caller) return caller
      const callers = callersOf(registry)
      return identify(presentedToken(headers)).then((found) => {
        const header = headers.get('authorization')
        if (header !== null) deps.onAuthenticated(header)
        if (deps.remembers && header !== null && !headers.has('authentication'))
          cachePut(callers, header, found, REMEMBERED_TOKENS)
        return found
      })
    },
  }
}

const isAlive = ({ exp }: Pick<VerifiedToken, 'exp'>, now: number): boolean =>
  exp > numericDate(now) - CLOCK_TOLERANCE_S

/** RFC 9700 §4.3.2: a token in a URL or a form ends up in logs and histories. */
export function assertTokenNotInParameters(params: Params): void {
  if (params.has('access_token'))
    throw badRequest('The token belongs in the Authorization header, not among the parameters.', 'access_token')
}

/** The token of Authorization, or of its alias Authentication (conformance RBT-07). */
function presentedToken(headers: Headers): string {
  const authorization = headers.get('authorization') ?? undefined
  const alias = headers.get('authentication') ?? undefined
  if (authorization !== undefined && alias !== undefined && bearerOf(authorization) !== bearerOf(alias))
    throw badRequest('Authorization and Authentication carry different tokens.')
  const header = authorization ?? alias
  if (header === undefined || !/^Bearer\b/i.test(header))
    throw unauthenticated({}, 'A bearer token is needed; see /.well-known/smart-configuration for how to get one.')
  const token = bearerOf(header)
  if (token === undefined || token.length > LONGEST_TOKEN)
    throw unauthenticated({ error: 'invalid_token' }, 'The header does not carry exactly one bearer token.')
  return token
}

const bearerOf = (header: string): string | undefined => BEARER.exec(header)?.[1]

type Jwks = Awaited<ReturnType<FhirDeps['authorizationServer']['publicJwks']>>

interface Keys {
  readonly jwks: Jwks
  readonly fingerprint: string
  readonly resolve: ReturnType<typeof createLocalJWKSet>
  /** Tokens that these keys have verified; forgotten with the keys. */
  readonly verified: LRUCache<string, VerifiedToken>
}

function keySet({ authorizationServer }: FhirDeps): () => Promise<Keys> {
  let known: Keys | undefined
  return async () => {
    const jwks = await authorizationServer.publicJwks()
    if (known?.jwks === jwks) return known
    const fingerprint = jwks.keys.map(({ kid, n }) => `${kid} ${n}`).join('\n')
    const same = known?.fingerprint === fingerprint ? known : undefined
    const resolve = same?.resolve ?? createLocalJWKSet({ keys: [...jwks.keys] } as JSONWebKeySet)
    known = { jwks, fingerprint, resolve, verified: same?.verified ?? new LRUCache({ max: REMEMBERED_TOKENS }) }
    return known
  }
}

/** The client and scopes of a token that our authorization server signed for this resource server. */
async function verifyToken(deps: FhirDeps, { resolve, verified }: Keys, token: string): Promise<VerifiedToken> {
  const now = deps.clock()
  const remembered = verified.get(token)
  if (remembered && isAlive(remembered, now)) return remembered
  const { payload } = await jwtVerify(token, resolve, {
    algorithms: ['RS256'],
    typ: 'at+jwt',
    issuer: deps.authorizationServer.issuer,
    audience: canonicalBase(deps),
    requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: new Date(now),
  }).catch((cause: unknown) => {
    throw unauthenticated({ error: 'invalid_token' }, NOT_ACCEPTED, cause)
  })
  const { client_id: clientId, jti: tokenId, sub, scope, exp } = payload
  if (typeof clientId !== 'string' || clientId !== sub || exp === undefined)
    throw unauthenticated({ error: 'invalid_token' }, NOT_ACCEPTED)
  const scopes = typeof scope === 'string' ? scope.split(' ').flatMap((text) => parseSystemScope(text) ?? []) : []
  const result = { clientId, tokenId, scopes, exp }
  if (deps.remembers) verified.set(token, result)
  return result
}

const NOT_ACCEPTED = 'The token is not one of ours for this server, or it is no longer valid.'

const unauthenticated = (challenge: Challenge, diagnostics: string, cause?: unknown): FhirError =>
  new FhirError(401, 'login', diagnostics, { challenge, cause })

const badRequest = (diagnostics: string, parameter?: string): FhirError =>
  new FhirError(400, 'invalid', diagnostics, {
    challenge: { error: 'invalid_request' },
    ...(parameter === undefined ? {} : { parameter }),
  })
