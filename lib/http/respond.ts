// Builds every Response of the peers, so that their cost is tuned in one place.

import { plainResponse, type ResponseParts, recordOf } from './plain-response.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Headers of an answer by name. */
export type HeaderMap = Readonly<Record<string, string>>

/** RFC 6749 §5.1: no cache may store tokens, codes or errors about them. */
export const NO_STORE: HeaderMap = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** A Response with a body of text or bytes; names of headers are in lower case. */
export function respond(
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: ResponseParts['headers'] | Headers = {},
): Response {
  const given = headers instanceof Headers ? recordOf(headers) : headers
  const all = 'x-content-type-options' in given ? given : { 'x-content-type-options': 'nosniff', ...given }
  return plainResponse({ status, body, headers: all })
}

/** A Response made of shared parts, for a request with its own id. */
export const cachedResponse = ({ status, headers, body, lines }: ResponseParts, requestId: string): Response =>
  plainResponse({ status, headers, body, lines, own: { [REQUEST_ID_HEADER]: requestId } })

export const respondStream = (status: number, body: ReadableStream<Uint8Array> | null, headers: HeaderMap): Response =>
  new Response(body, { status, headers: { 'x-content-type-options': 'nosniff', ...headers } })

/** `application/json`. */
export const respondJson = (status: number, body: unknown, headers: HeaderMap = {}): Response =>
  respond(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })

/** 302, or 303 after a POST: never 307, which would send a form with its secrets along (RFC 9700 §4.12). */
export function respondRedirect(
  request: Request,
  location: string,
  headers: ResponseParts['headers'] | Headers = {},
): Response {
  const given = headers instanceof Headers ? recordOf(headers) : headers
  const all = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...given, location }
  return respond(request.method === 'POST' ? 303 : 302, null, all)
}

/** 405 with Allow (RFC 9110 §15.5.6); `body` and its type are the caller's protocol's. */
export const methodNotAllowed = (
  allow: string,
  body: string | null,
  contentType: string,
  headers: HeaderMap = {},
): Response => respond(405, body, { allow, 'content-type': contentType, ...headers })
