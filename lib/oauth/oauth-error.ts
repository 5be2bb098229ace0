// Errors of the OAuth endpoints: thrown as OAuthError, turned into a response at the endpoint (RFC 6749 §4.1.2.1, §5.2).
import { NO_STORE, respondJson, respondRedirect } from '../http/respond.ts'
import { DISK_IS_FULL, StorageUnavailable, TRY_AGAIN } from '../storage-unavailable.ts'
import type { Explained } from '../trace/trace.ts'

/** The values of `error` that this domain sends. */
export const OAUTH_ERROR_CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_scope',
  'invalid_target',
  'access_denied',
  'login_required',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
  'server_error',
  'temporarily_unavailable',
] as const

export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number]

/** What an error has besides its code and description. */
export interface OAuthErrorOptions {
  /** The private reason, for our log only. */
  readonly cause?: unknown
  /** The HTTP status of an error that is not sent by redirect; by default 400, or 401 for invalid_client. */
  readonly status?: number
  /** Extra headers, such as Allow or Retry-After. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal in the words of RFC 6749. `message` is for the client and leaves as error_description. */
export class OAuthError extends Error implements Explained {
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: OAuthErrorCode, description: string, { cause, status, headers = {} }: OAuthErrorOptions = {}) {
    super(description, { cause })
    this.name = 'OAuthError'
    this.code = code
    this.status = status ?? (code === 'invalid_client' ? 401 : 400)
    this.headers = headers
  }

  /** The part that a trace may repeat: what the client is told. */
  get explanation(): Explained['explanation'] {
    return { code: this.code, reason: this.message }
  }

  /** The stable name of this kind of error, under which it is explained. */
  get id(): string {
    return this.code
  }
}

/** What a client is told of a fault that is ours, whose details are for the log: a sentence for a busy storage, one for all else. */
export const ownFault = (
  error: unknown,
  { busy, failed }: { readonly busy: string; readonly failed: string },
): OAuthError =>
  error instanceof StorageUnavailable
    ? new OAuthError('temporarily_unavailable', error.isFull ? DISK_IS_FULL : busy, { status: 503, headers: TRY_AGAIN })
    : new OAuthError('server_error', failed, { status: 500 })

/** Addresses of the pages about an error. */
export interface ErrorPlaces {
  /** The base of the pages that explain each kind of error, under its id. */
  readonly pages?: string | undefined
  /** The trace of the request, and the base of trace pages if the person who launched may see them. */
  readonly trace?: { readonly id: string; readonly pages?: string | undefined }
}

/** `error_uri` (RFC 6749 §4.1.2.1, §5.2), pointing to this very request if possible, and the id of its trace. */
const places = ({ id }: OAuthError, { pages, trace }: ErrorPlaces) => ({
  ...(trace?.pages !== undefined
    ? { error_uri: `${trace.pages}/${trace.id}` }
    : pages === undefined
      ? {}
      : { error_uri: `${pages}/${id}` }),
  ...(trace === undefined ? {} : { trace_id: trace.id }),
})

/** Only the characters that RFC 6749 §5.2 allows in error_description; others become a question mark. */
export const describable = (text: string): string => text.replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?')

/**
 * The JSON form of an error, uncacheable; 401 carries the challenge of RFC 9110 §15.5.2. `explained` has the pages about it.
 * The challenge says why, too (RFC 6750 §3): some clients show it in place of the body.
 */
export function oauthErrorJson(error: OAuthError, realm: string, explained: ErrorPlaces = {}): Response {
  const description = describable(error.message)
  const challenge = `Bearer realm="${realm}", error="${error.code}", error_description="${description}"`
  return respondJson(
    error.status,
    { error: error.code, error_description: description, ...places(error, explained) },
    { ...NO_STORE, ...(error.status === 401 ? { 'www-authenticate': challenge } : {}), ...error.headers },
  )
}

export interface ErrorRedirect {
  readonly redirectUri: string
  /** Returned unchanged when exactly one valid state was sent. */
  readonly state: string | undefined
  readonly issuer: string
  readonly explained?: ErrorPlaces
}

/** The error as a redirect to a redirect_uri that is proven to be the client's (RFC 6749 §4.1.2.1, RFC 9207). */
export function oauthErrorRedirect(
  request: Request,
  error: OAuthError,
  { redirectUri, state, issuer, explained = {} }: ErrorRedirect,
): Response {
  const location = withQuery(redirectUri, {
    error: error.code,
    error_description: describable(error.message),
    ...places(error, explained),
    ...(state === undefined ? {} : { state }),
    iss: issuer,
  })
  return respondRedirect(request, location)
}

/** The URI with parameters added to its query; its own query stays as it was registered (RFC 6749 §3.1.2). */
export function withQuery(uri: string, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(params).toString()
  return `${uri}${uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'}${query}`
}

/** 405 of an OAuth endpoint, with an OAuth body (conformance TOK-01). */
export const oauthMethodNotAllowed = (allow: string, pages?: string): Response =>
  oauthErrorJson(
    new OAuthError('invalid_request', `This endpoint accepts ${allow}.`, { status: 405, headers: { allow } }),
    '',
    { pages },
  )
