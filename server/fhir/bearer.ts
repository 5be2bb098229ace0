// Authenticates callers: verifies the bearer token of a request (RFC 6750, RFC 9068) and reads the current permissions
// of its client.
import { errors, jwtVerify } from 'jose'
import type { Maybe } from '#lib/async/maybe.ts'
import { numericDate } from '#lib/clock.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import type { Params } from '#lib/http/params.ts'
import { isBeforeApproval } from '#lib/oauth/approval.ts'
import { parseSystemScope } from '#lib/oauth/smart-scope.ts'
import { type VerificationKeys, verificationKeys } from '#lib/oauth/verification-keys.ts'
import type { StateMemory } from './cache-port.ts'
import type { Caller } from './caller.ts'
import type { FhirDeps } from './deps.ts'
import { type Challenge, FhirError } from './outcome.ts'

/**
 * The check on every protected request. Throws FhirError, or rejects with it: 401, or 400 when two methods are
 * combined.
 */
export type Authenticate = (headers: Headers, params: Params, memory: StateMemory | undefined) => Maybe<Caller>

type VerifiedToken = Pick<Caller, 'clientId' | 'tokenId' | 'scopes' | 'exp'> & { readonly iat: number }

/** Tolerated difference between the clocks of two servers, in seconds (conformance RBT-17). */
const CLOCK_TOLERANCE_S = 30
/** Longest accepted token, in characters. */
const LONGEST_TOKEN = 8 * 1024
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

/** Authenticates bearer tokens, with cached results while they are valid. */
export function createAuthenticate(deps: FhirDeps): Authenticate {
  const keys = verificationKeys(deps.authorizationServer.publicJwks)
  const identify = async (headers: Headers): Promise<Caller> => {
    const verified = await verifyToken(deps, await keys(), presentedToken(headers))
    const client = await deps.authority.find(verified.clientId)
    if (!client || isBeforeApproval(verified, client.approvedAt, deps.clock()))
      throw unauthenticated({ error: 'invalid_token' }, 'The client of the token is not active.')
    return { ...verified, permissions: client.permissions }
  }
  return (headers, params, memory) => {
    assertTokenNotInParameters(params)
    return (
      memory?.caller(headers) ??
      identify(headers).then((caller) => {
        const header = headers.get('authorization')
        if (header !== null) deps.onAuthenticated(header, caller.clientId)
        memory?.keepCaller(headers, caller)
        return caller
      })
    )
  }
}

/** True while a token is valid at `now`, in epoch milliseconds. */
export const isAlive = ({ exp }: Pick<Caller, 'exp'>, now: number): boolean =>
  exp > numericDate(now) - CLOCK_TOLERANCE_S

/** RFC 9700 §4.3.2: a token in a URL or a form ends up in logs and histories. */
export function assertTokenNotInParameters(params: Params): void {
  if (params.has('access_token'))
    throw badRequest('Send the token in the Authorization header, not as a parameter.', 'access_token')
}

/** The token of Authorization, or of its alias Authentication (conformance RBT-07). */
function presentedToken(headers: Headers): string {
  const authorization = headers.get('authorization') ?? undefined
  const alias = headers.get('authentication') ?? undefined
  if (authorization !== undefined && alias !== undefined && bearerOf(authorization) !== bearerOf(alias))
    throw badRequest('The headers Authorization and Authentication have different tokens.')
  const header = authorization ?? alias
  if (header === undefined || !/^Bearer\b/i.test(header))
    throw unauthenticated({}, 'A bearer token is required; /.well-known/smart-configuration names the token endpoint.')
  const token = bearerOf(header)
  if (token === undefined || token.length > LONGEST_TOKEN)
    throw unauthenticated({ error: 'invalid_token' }, 'The Authorization header must have exactly one bearer token.')
  return token
}

const bearerOf = (header: string): string | undefined => BEARER.exec(header)?.[1]

/** The client and scopes of a token that our authorization server signed for this resource server. */
async function verifyToken(deps: FhirDeps, keys: VerificationKeys, token: string): Promise<VerifiedToken> {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['ES256', 'RS256'], // Those of our keys; until an earlier version's last token has expired, RS256.
    typ: 'at+jwt',
    issuer: deps.authorizationServer.issuer,
    audience: canonicalBase(deps),
    requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: new Date(deps.clock()),
  }).catch((cause: unknown) => {
    throw unauthenticated({ error: 'invalid_token' }, whyNot(token, cause), cause)
  })
  const { client_id: clientId, jti: tokenId, sub, scope, exp, iat } = payload
  if (typeof clientId !== 'string' || clientId !== sub || exp === undefined || iat === undefined)
    throw unauthenticated({ error: 'invalid_token' }, NOT_ACCEPTED)
  const scopes = typeof scope === 'string' ? scope.split(' ').flatMap((text) => parseSystemScope(text) ?? []) : []
  return { clientId, tokenId, scopes, exp, iat }
}

/**
 * Why a token is no access token. An opaque one is most often the access_token of a launch. What a JWT lacks is said once its
 * signature is verified, before which jose gives none of these errors.
 */
function whyNot(token: string, cause: unknown): string {
  if (!token.includes('.')) return `${OF_A_LAUNCH} ${ASK_FOR_ONE}`
  if (cause instanceof errors.JWTExpired) return `The token has expired. ${ASK_FOR_ONE}`
  if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'typ')
    return `This JWT is no access token. ${ASK_FOR_ONE}`
  return NOT_ACCEPTED
}

const OF_A_LAUNCH =
  'This is no access token for FHIR; the access_token of a launch, which only identifies the launch, is none either.'
const ASK_FOR_ONE = 'Request one with grant_type=client_credentials.'
const NOT_ACCEPTED = 'The token was not issued by this server for this FHIR base, or is no longer valid.'

const unauthenticated = (challenge: Challenge, diagnostics: string, cause?: unknown): FhirError =>
  new FhirError(401, 'login', diagnostics, { challenge, cause })

const badRequest = (diagnostics: string, parameter?: string): FhirError =>
  new FhirError(400, 'invalid', diagnostics, {
    challenge: { error: 'invalid_request' },
    ...(parameter === undefined ? {} : { parameter }),
  })
