// Maps failures of the shared identity provider to errors for the app (RFC 6749 §4.1.2.1, conformance IDP-06, AUZ-35, AUZ-37).
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { Refusal } from '../refusal.ts'

export type IdpFailure = 'unreachable' | 'unproven' | 'too-old'

/** The provider did not answer, its answer is invalid, or its log-in is older than requested. */
export class IdpError extends Error {
  override readonly name = 'IdpError'
  readonly failure: IdpFailure

  constructor(failure: IdpFailure, cause: unknown) {
    super(`The identity provider: ${failure}`, { cause })
    this.failure = failure
  }

  static of(cause: unknown): IdpError {
    return cause instanceof IdpError ? cause : new IdpError(failureOf(cause), cause)
  }

  /** The refusal to send to the app. */
  toRefusal(): Refusal {
    const cause = this.cause
    if (this.failure === 'unreachable')
      return new Refusal('idp.reachable', 'temporarily_unavailable', 'the identity provider does not answer.', {
        cause,
      })
    if (this.failure === 'too-old')
      return new Refusal('idp.login', 'login_required', 'the login is older than max_age allows.', { cause })
    return new Refusal('idp.login', 'server_error', 'the response of the identity provider could not be verified.', {
      cause,
    })
  }
}

/** Throws the Refusal of an IdpError; other errors unchanged. */
export function throwRefusal(error: unknown): never {
  throw error instanceof IdpError ? error.toRefusal() : error
}

/** openid-client's codes for failures before there is an answer to verify. */
const UNREACHABLE_CODES: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

function failureOf(cause: unknown): IdpFailure {
  if (isTooOld(cause)) return 'too-old'
  if (cause instanceof ResponseBodyError) return cause.status >= 500 ? 'unreachable' : 'unproven'
  if (cause instanceof AuthorizationResponseError || cause instanceof WWWAuthenticateChallengeError) return 'unproven'
  if (cause instanceof ClientError) {
    if (UNREACHABLE_CODES.has(cause.code)) return 'unreachable'
    return cause.code === undefined && cause.cause !== undefined ? failureOf(cause.cause) : 'unproven'
  }
  if (cause instanceof DOMException) return 'unreachable'
  return isNetworkFailure(cause) ? 'unreachable' : 'unproven'
}

/** fetch reports an unreachable server as a TypeError with the system's error as cause. */
const isNetworkFailure = (cause: unknown) =>
  cause instanceof Error &&
  (cause.message === 'fetch failed' || (cause instanceof TypeError && cause.cause instanceof Error))

/** openid-client's refusal of an auth_time older than max_age. */
function isTooOld(cause: unknown): boolean {
  if (!(cause instanceof ClientError) || cause.code !== 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return false
  const inner = cause.cause
  const detail = inner instanceof Error ? inner.cause : undefined
  return typeof detail === 'object' && detail !== null && 'claim' in detail && detail.claim === 'auth_time'
}

/** Error codes by which a provider says that the person must first act there (OpenID Connect Core §3.1.2.6). */
const LOGIN_REQUIRED: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

/** The refusal for an error answer of the provider. The provider's description is only logged. */
export function refusalOfIdp(error: string): Refusal {
  if (error === 'access_denied') return new Refusal('idp.login', 'access_denied', 'the person cancelled the sign-in.')
  if (LOGIN_REQUIRED.has(error))
    return new Refusal('idp.login', 'login_required', 'the person must sign in at the identity provider.')
  if (error === 'temporarily_unavailable')
    return new Refusal('idp.login', 'temporarily_unavailable', 'the identity provider is busy.')
  return new Refusal('idp.login', 'server_error', 'the identity provider reported an error.', {
    cause: error.slice(0, MAX_LOGGED),
  })
}

const MAX_LOGGED = 60
