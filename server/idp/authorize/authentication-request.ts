// The OpenID authentication request, check by check (OIDC Core §3.1.2.2, RFC 7636 §4.4.1, RFC 9700).
import { once, type Params } from '#lib/http/params.ts'
import { OAuthError, type OAuthErrorCode } from '#lib/oauth/oauth-error.ts'
import { isCodeChallenge } from '#lib/oauth/pkce.ts'
import { Refusal } from '../refusal.ts'
import type { AuthenticationRequest, RelyingParty } from '../store.ts'

/** Parameters with a meaning here; others are ignored (RFC 6749 §3.1). */
export const KNOWN_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'login_hint',
  'request',
  'request_uri',
  'registration',
] as const

const STATE_LIMIT = 2048 // Conformance AUZ-20.
const NONCE_LIMIT = 512
const LOGIN_HINT_LIMIT = 254 // an e-mail address, RFC 5321 §4.5.3.1
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/ // RFC 6749 §3.3
const MAX_AGE = /^\d{1,9}$/

/** Parameters that would pass a request object or a registration, neither of which is supported (OIDC Core §3.1.2.6). */
const NOT_SUPPORTED: Readonly<Record<string, OAuthErrorCode>> = {
  request: 'request_not_supported',
  request_uri: 'request_uri_not_supported',
  registration: 'registration_not_supported',
}

interface ResponseTarget {
  readonly relyingParty: RelyingParty
  readonly redirectUri: string
}

/**
 * Phase 1: the relying party and the address to answer. Throws Refusal, because an unproven address gets no redirect
 * (RFC 9700 §4.11).
 */
export function responseTarget(params: Params, relyingParties: readonly RelyingParty[]): ResponseTarget {
  const clientId = once(params, 'client_id')
  const relyingParty = relyingParties.find((party) => party.clientId === clientId)
  if (!relyingParty) throw new Refusal('unknown-client')
  const redirectUri = once(params, 'redirect_uri')
  // Equality on the raw string: normalising would accept look-alikes.
  if (redirectUri === undefined || !relyingParty.redirectUris.includes(redirectUri))
    throw new Refusal('redirect-uri', { received: redirectUri })
  return { relyingParty, redirectUri }
}

/** The state to return, also with an error; undefined unless the request has exactly one valid state. */
export function stateOf(params: Params): string | undefined {
  const state = once(params, 'state')
  return state && state.length <= STATE_LIMIT ? state : undefined
}

/** Phase 2: the validated request, as it is stored. Throws OAuthError, which is returned to the relying party. */
export function authenticationRequest(
  params: Params,
  { relyingParty, redirectUri }: ResponseTarget,
  now: number,
): AuthenticationRequest {
  assertNoRepeats(params)
  assertNothingUnsupported(params)
  assertCodeInQuery(params)
  return {
    clientId: relyingParty.clientId,
    redirectUri,
    scope: scopeOf(params),
    state: bounded(params, 'state', STATE_LIMIT),
    nonce: bounded(params, 'nonce', NONCE_LIMIT),
    codeChallenge: codeChallengeOf(params),
    prompt: promptOf(params),
    maxAge: maxAgeOf(params),
    loginHint: params.get('login_hint')?.slice(0, LOGIN_HINT_LIMIT) || undefined,
    requestedAt: now,
  }
}

function assertNoRepeats({ repeated }: Params): void {
  const name = KNOWN_PARAMETERS.find((known) => repeated.has(known))
  if (name) throw new OAuthError('invalid_request', `The parameter ${name} was sent more than once.`)
}

function assertNothingUnsupported(params: Params): void {
  for (const [name, code] of Object.entries(NOT_SUPPORTED))
    if (params.has(name)) throw new OAuthError(code, `The parameter ${name} is not supported.`)
}

function assertCodeInQuery(params: Params): void {
  const responseType = params.get('response_type')
  if (!responseType) throw new OAuthError('invalid_request', 'The parameter response_type is missing.')
  if (responseType !== 'code') throw new OAuthError('unsupported_response_type', 'The response_type must be code.')
  if ((params.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'The response_mode must be query.')
}

function scopeOf(params: Params): string {
  const scope = params.get('scope') ?? ''
  if (!SCOPE.test(scope) || !scope.split(' ').includes('openid'))
    throw new OAuthError('invalid_scope', 'The scope must include openid.')
  return scope
}

function bounded(params: Params, name: string, limit: number): string | undefined {
  const value = params.get(name) || undefined
  if (value && value.length > limit)
    throw new OAuthError('invalid_request', `The parameter ${name} is longer than ${limit} characters.`)
  return value
}

function codeChallengeOf(params: Params): string {
  if (params.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge_method must be S256.')
  const challenge = params.get('code_challenge') ?? ''
  if (!isCodeChallenge(challenge))
    throw new OAuthError(
      'invalid_request',
      'The code_challenge must be a SHA-256 hash in base64url, 43 characters long.',
    )
  return challenge
}

/** The prompt value that has an effect here. Consent is never asked for, so prompt=consent has none. */
function promptOf(params: Params): 'none' | 'login' | 'create' | undefined {
  const values = (params.get('prompt') ?? '').split(' ').filter(Boolean)
  if (values.includes('none') && values.length > 1)
    throw new OAuthError('invalid_request', 'The prompt value none cannot be combined with another value.')
  if (values.includes('none')) return 'none'
  if (values.includes('create')) return 'create' // Initiating User Registration via OpenID Connect 1.0.
  // select_account counts as login: the login page is also where a person chooses another account.
  return values.includes('login') || values.includes('select_account') ? 'login' : undefined
}

function maxAgeOf(params: Params): number | undefined {
  const maxAge = params.get('max_age')
  if (maxAge === undefined) return undefined
  if (!MAX_AGE.test(maxAge)) throw new OAuthError('invalid_request', 'The max_age must be a number of seconds.')
  return Number(maxAge)
}
