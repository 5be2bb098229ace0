// The parameters of an authorize request beside those that have a check of their own (RFC 6749 §4.1.1, OpenID Connect
// Core §3.1.2.1).
import { once, type Params } from '#lib/http/params.ts'
import type { OAuthErrorCode } from '#lib/oauth/oauth-error.ts'
import { invalidRequest, Refusal } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

/** Parameters with a meaning here or in OpenID Connect. A repeated one is refused; unknown ones are ignored. */
const KNOWN: readonly string[] =
  `response_type client_id redirect_uri scope state aud launch code_challenge code_challenge_method nonce prompt max_age
  response_mode request request_uri registration login_hint id_token_hint display ui_locales claims claims_locales
  acr_values`.split(/\s+/)

/** Longest accepted state (conformance AUZ-20). */
const MAX_STATE_LENGTH = 2048
/** OpenID Connect clients send about 64 characters; conformance AUZ-34. */
const MAX_NONCE_LENGTH = 512
const PROMPTS = ['none', 'login', 'consent', 'select_account']
const MAX_AGE = /^\d{1,9}$/
/** Stands for bytes that are no UTF-8: what was sent cannot be given back. */
const NO_CHARACTER = '\ufffd'

type Needs = Given<'params'>

export const params = {
  name: 'authorize.params',
  prove: ({ params }: Needs) => {
    assertSupported(params)
    const state = returnableState(params)
    if (state === undefined)
      throw invalidRequest('authorize.params', `state is required, of at most ${MAX_STATE_LENGTH} characters in UTF-8.`)
    const nonce = params.get('nonce')
    if (nonce !== undefined && nonce.length > MAX_NONCE_LENGTH)
      throw invalidRequest('authorize.params', `nonce must have at most ${MAX_NONCE_LENGTH} characters.`)
    return { state, nonce, ...assertLoginOptions(params) }
  },
  facts: ({ params }: Needs) => ({
    expected: { response_type: 'code', response_mode: ['query', undefined] },
    received: {
      response_type: params.get('response_type'),
      response_mode: params.get('response_mode'),
      state: params.get('state'),
      repeated: [...params.repeated],
    },
  }),
} satisfies Check

/** The state to return in the answer: undefined unless the request has exactly one valid state. */
export function returnableState(params: Params): string | undefined {
  const state = once(params, 'state')
  if (!state || state.length > MAX_STATE_LENGTH) return undefined
  return params.isGarbled && state.includes(NO_CHARACTER) ? undefined : state
}

function assertSupported(params: Params): void {
  const repeated = KNOWN.find((name) => params.repeated.has(name))
  if (repeated) throw invalidRequest('authorize.params', `${repeated} must be sent once.`)
  refuseUnsupported(params, 'request', 'request_not_supported')
  refuseUnsupported(params, 'request_uri', 'request_uri_not_supported')
  refuseUnsupported(params, 'registration', 'registration_not_supported')
  const responseType = params.get('response_type')
  if (!responseType) throw invalidRequest('authorize.params', 'response_type is required.')
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
