// Validates the parameters of an authorize request, after its redirect_uri is proven (RFC 6749 §4.1.1, RFC 7636, OpenID
// Connect Core §3.1.2.1).
import type { CheckName } from '#lib/checks/checks.ts'
import type { Params } from '#lib/http/params.ts'
import type { OAuthErrorCode } from '#lib/oauth/oauth-error.ts'
import { isCodeChallenge } from '#lib/oauth/pkce.ts'
import type { Traced } from '../deps.ts'
import { invalidRequest, Refusal } from '../refusal.ts'

/** Parameters with a meaning here or in OpenID Connect. A repeated one is refused; unknown ones are ignored. */
const KNOWN: readonly string[] =
  `response_type client_id redirect_uri scope state aud launch code_challenge code_challenge_method nonce prompt max_age
  response_mode request request_uri registration login_hint id_token_hint display ui_locales claims claims_locales
  acr_values`.split(/\s+/)

/** Longest accepted state (conformance AUZ-20). */
const MAX_STATE_LENGTH = 2048
/** OpenID Connect clients send about 64 characters; conformance AUZ-34. */
const MAX_NONCE_LENGTH = 512
/** Longest e-mail address (RFC 5321); a longer hint is dropped. */
const MAX_HINT_LENGTH = 254
/** Exactly these scopes are required, in any order. */
const SCOPE = ['launch', 'openid', 'fhirUser'] as const
/** scope-tokens of RFC 6749 §3.3, separated by one space. */
const SCOPE_GRAMMAR = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/
const PROMPTS = ['none', 'login', 'consent', 'select_account']
const MAX_AGE = /^\d{1,9}$/

export interface AuthorizeRequest {
  readonly state: string
  readonly nonce: string | undefined
  readonly scope: string
  readonly codeChallenge: string
  readonly launch: string
  readonly prompt: string | undefined
  readonly maxAge: number | undefined
  readonly loginHint: string | undefined
}

/** The state to return in the answer: undefined unless the request has exactly one valid state. */
export function returnableState(params: Params): string | undefined {
  const state = params.get('state')
  if (!state || state.length > MAX_STATE_LENGTH || params.repeated.has('state')) return undefined
  return params.isGarbled && state.includes(NO_CHARACTER) ? undefined : state
}

/** Stands for bytes that are no UTF-8: what was sent cannot be given back. */
const NO_CHARACTER = '\ufffd'

/** The parsed request. Its parameters are checked in the order of their names here. Throws a Refusal. */
export function assertAuthorizeRequest(
  { recorder }: Traced,
  params: Params,
  acceptedAud: readonly string[],
): AuthorizeRequest {
  const { state, nonce, prompt, maxAge } = recorder.check(
    'authorize.params',
    () => assertParameters(params),
    () => ({
      expected: { response_type: 'code', response_mode: ['query', undefined] },
      received: {
        response_type: params.get('response_type'),
        response_mode: params.get('response_mode'),
        state: params.get('state'),
        repeated: [...params.repeated],
      },
    }),
  )
  recorder.check(
    'authorize.scope',
    () => assertScope(params.get('scope')),
    () => ({ expected: { scope: SCOPE.join(' ') }, received: { scope: params.get('scope') } }),
  )
  const codeChallenge = recorder.check(
    'authorize.pkce',
    () => assertPkce(params),
    () => ({
      expected: { code_challenge_method: 'S256' },
      received: {
        code_challenge_method: params.get('code_challenge_method'),
        code_challenge: params.get('code_challenge'),
      },
    }),
  )
  recorder.check(
    'authorize.aud',
    () => assertAud(params.get('aud'), acceptedAud),
    () => ({ expected: { aud: acceptedAud }, received: { aud: params.get('aud') } }),
  )
  const launch = recorder.precheck('launch.format', () => required(params, 'launch', 'launch.format'))
  const hint = params.get('login_hint')
  const loginHint = hint && hint.length <= MAX_HINT_LENGTH ? hint : undefined
  return { state, nonce, scope: SCOPE.join(' '), codeChallenge, launch, prompt, maxAge, loginHint }
}

function assertParameters(params: Params) {
  assertSupported(params)
  const state = returnableState(params)
  if (state === undefined)
    throw invalidRequest('authorize.params', `state is required, of at most ${MAX_STATE_LENGTH} characters in UTF-8.`)
  const nonce = params.get('nonce')
  if (nonce !== undefined && nonce.length > MAX_NONCE_LENGTH)
    throw invalidRequest('authorize.params', `nonce must have at most ${MAX_NONCE_LENGTH} characters.`)
  return { state, nonce, ...assertLoginOptions(params) }
}

function assertSupported(params: Params): void {
  const repeated = KNOWN.find((name) => params.repeated.has(name))
  if (repeated) throw invalidRequest('authorize.params', `${repeated} must be sent once.`)
  refuseUnsupported(params, 'request', 'request_not_supported')
  refuseUnsupported(params, 'request_uri', 'request_uri_not_supported')
  refuseUnsupported(params, 'registration', 'registration_not_supported')
  const responseType = required(params, 'response_type', 'authorize.params')
  if (responseType !== 'code')
    throw new Refusal('authorize.params', 'unsupported_response_type', 'response_type must be code.')
  if ((params.get('response_mode') ?? 'query') !== 'query')
    throw invalidRequest('authorize.params', 'response_mode must be query or absent.')
}

function refuseUnsupported(params: Params, name: string, code: OAuthErrorCode): void {
  if (params.has(name)) throw new Refusal('authorize.params', code, `${name} is not supported.`)
}

function assertLoginOptions(params: Params) {
  const prompt = params.get('prompt') || undefined
  const prompts = prompt?.split(' ') ?? []
  if (prompts.some((value) => !PROMPTS.includes(value)))
    throw invalidRequest('authorize.params', `prompt must be one of ${PROMPTS.join(', ')}.`)
  if (prompts.includes('none') && prompts.length > 1)
    throw invalidRequest('authorize.params', 'prompt none cannot be combined with another value.')
  const maxAge = params.get('max_age') || undefined
  if (maxAge !== undefined && !MAX_AGE.test(maxAge))
    throw invalidRequest('authorize.params', 'max_age must be a number of seconds.')
  return { prompt, maxAge: maxAge === undefined ? undefined : Number(maxAge) }
}

function assertScope(scope: string | undefined): void {
  const requestedScopes = new Set(scope && SCOPE_GRAMMAR.test(scope) ? scope.split(' ') : [])
  if (requestedScopes.size === SCOPE.length && SCOPE.every((token) => requestedScopes.has(token))) return
  throw new Refusal('authorize.scope', 'invalid_scope', `scope must be ${SCOPE.join(' ')}.`)
}

function assertPkce(params: Params): string {
  if (params.get('code_challenge_method') !== 'S256')
    throw invalidRequest('authorize.pkce', 'code_challenge_method must be S256.')
  const challenge = params.get('code_challenge') ?? ''
  if (isCodeChallenge(challenge)) return challenge
  throw invalidRequest(
    'authorize.pkce',
    'code_challenge must be a SHA-256 hash in base64url, 43 characters long.',
  ).comparing({
    expected: { code_challenge_method: 'S256', code_challenge: '43 characters out of A-Z a-z 0-9 - _' },
  })
}

/**
 * `aud` must be the FHIR base of this launch, with or without one trailing slash (conformance AUZ-22). It is compared
 * as text, never as a normalised URL.
 */
function assertAud(aud: string | undefined, accepted: readonly string[]): void {
  if (aud !== undefined && accepted.some((base) => aud === base || aud === `${base}/`)) return
  throw invalidRequest('authorize.aud')
}

function required(params: Params, name: string, check: CheckName): string {
  const value = params.get(name)
  if (!value) throw invalidRequest(check, `${name} is required.`)
  return value
}
