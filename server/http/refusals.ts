// Refusals by the server itself, before any peer sees the request, in the format of the address (RFC 9110 §15.5, RFC
// 6585 §5; conformance LIM-05 to LIM-08, HOC-04).
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { systemRandom } from '#lib/crypto/random.ts'
import { outcomeText } from '#lib/fhir/operation-outcome.ts'
import { URL_LIMIT } from '#lib/http/params.ts'
import { DISK_IS_FULL, StorageUnavailable, TRY_AGAIN } from '#lib/storage-unavailable.ts'
import type { RefusalForm, RouteFacts } from '../domain/route.ts'

/** Largest header section in bytes (conformance LIM-06); beyond it Node itself stops reading. */
export const HEADER_LIMIT = 16 * 1024

/** Most header fields of a request: browsers behind proxies send about forty. */
const MOST_HEADERS = 100

const FHIR_JSON = 'application/fhir+json; charset=utf-8'

/** A refusal by the server; `code` is the FHIR issue type. */
export interface OwnAnswer {
  readonly status: number
  readonly code: string
  /** The error of OAuth; `invalid_request` unless told. */
  readonly oauthError?: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Headers that, repeated, would make the sender or the target ambiguous (RFC 9110 §5.3, RFC 6750 §2, RFC 9112 §3.2;
 * conformance RBT-06).
 */
const SINGLE_HEADERS = ['authorization', 'authentication', 'host']

/** RFC 9110 §7.2, RFC 3986 §3.2.2: a name or an address, optionally with a port; or empty. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) count += 1
  return count > 1
}

type Head = Pick<IncomingMessage, 'url' | 'method' | 'headers' | 'rawHeaders'>

/** The refusal of a request; undefined when it is allowed. Looks only at the request line, the headers and the row. */
export function refusalOf(
  { readsBodies }: Pick<RouteFacts, 'readsBodies'>,
  { url = '', method = '', headers, rawHeaders }: Head,
): OwnAnswer | undefined {
  if (url.length > URL_LIMIT)
    return { status: 414, code: 'too-long', text: `The request target is longer than ${URL_LIMIT} bytes.` }
  if (url.includes('\\') && /^[^?]*\\/.test(url))
    return { status: 400, code: 'invalid', text: 'No path has a backslash (RFC 3986 §3.3).' }
  if (rawHeaders.length > 2 * MOST_HEADERS)
    return { status: 431, code: 'too-long', text: `The request has more than ${MOST_HEADERS} header fields.` }
  if (!url.startsWith('/') && !isServerWide({ url, method }))
    return {
      status: 400,
      code: 'invalid',
      text: 'The request target is no path and no http address with a host, or it has a fragment (RFC 9112 §3.2).',
    }
  // TRACE would echo cookies and tokens (conformance HOC-04); the other methods have no meaning here.
  if (!METHODS.includes(method))
    return {
      status: 405,
      code: 'not-supported',
      text: 'No address takes that method.',
      headers: { allow: METHODS.join(', ') },
    }
  // Node keeps the first and drops the others; a proxy may have used another one.
  const repeated = SINGLE_HEADERS.find((name) => isRepeated(rawHeaders, name))
  if (repeated) return { status: 400, code: 'invalid', text: `The header ${repeated} is there twice.` }
  if (headers.host !== undefined && !HOST.test(headers.host))
    return { status: 400, code: 'invalid', text: 'The header Host names no host.' }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return {
      status: 501,
      code: 'not-supported',
      text: 'The only transfer coding that is known here is chunked (RFC 9112 §6.1).',
    }
  // Pages do not limit bodies of unknown length; browsers send none.
  if (coding !== undefined && !readsBodies)
    return { status: 411, code: 'invalid', text: 'The header Content-Length is missing.' }
  return undefined
}

/** The refusal of an announced body; undefined when it is allowed or absent. */
export function bodyRefusalOf({ headers }: Pick<Head, 'headers'>, limit: number): OwnAnswer | undefined {
  if (Number(headers['content-length'] ?? 0) > limit)
    return { status: 413, code: 'too-long', text: `The body is longer than ${limit} bytes.` }
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    return {
      status: 415,
      code: 'not-supported',
      text: 'A body is read as it is, without a Content-Encoding.',
      headers: { 'accept-encoding': 'identity' }, // RFC 9110 §15.5.16
    }
  return undefined
}

/** `OPTIONS *`: the capabilities of the whole server (RFC 9110 §9.3.7). */
export const isServerWide = ({ url, method }: Pick<IncomingMessage, 'url' | 'method'>): boolean =>
  url === '*' && method === 'OPTIONS'

/** 204 with the methods that any address may accept. */
export function answerOptions(response: ServerResponse, allow: string, common: Readonly<Record<string, string>>): void {
  response.writeHead(204, { ...common, allow }).end()
}

/** Connections on which nothing more is answered. */
const refused = new WeakSet<Duplex>()

/** Sends a refusal and closes the connection, so that the rest of the request is not received. */
export function refuse(
  { refusal }: Pick<RouteFacts, 'refusal'>,
  response: ServerResponse,
  answer: OwnAnswer,
  common: Readonly<Record<string, string>>,
): void {
  const [type, body] = inFormOf(refusal, answer)
  const own = { ...answer.headers, 'content-type': type, 'cache-control': 'no-store', connection: 'close' }
  if (response.socket) refused.add(response.socket)
  response.writeHead(answer.status, { ...common, ...own }).end(body)
}

/** The same as an answer, for Next to send. */
export function refusalResponse({ refusal }: Pick<RouteFacts, 'refusal'>, answer: OwnAnswer): Response {
  const [type, body] = inFormOf(refusal, answer)
  const headers = { ...answer.headers, 'content-type': type, 'cache-control': 'no-store' }
  return new Response(body, { status: answer.status, headers })
}

function inFormOf(
  form: RefusalForm,
  { code, text, oauthError = 'invalid_request' }: OwnAnswer,
): readonly [type: string, body: string] {
  if (form === 'fhir') return [FHIR_JSON, outcomeText({ code, text })]
  if (form === 'json') return ['application/json', JSON.stringify({ error: oauthError, error_description: text })]
  return ['text/plain; charset=utf-8', text]
}

/** For a path that cannot be decoded: Next, which would answer it, fails on some. */
export const UNREADABLE_PATH: OwnAnswer = {
  status: 400,
  code: 'invalid',
  text: 'The path has a % that begins no character of UTF-8 (RFC 3986 §2.1).',
}

const FAULT: OwnAnswer = { status: 500, code: 'exception', text: 'Report this with the request id.' }

/** The disk is full, or the database is busy: asking again may help. */
const UNAVAILABLE: OwnAnswer = {
  status: 503,
  code: 'transient',
  oauthError: 'temporarily_unavailable',
  text: 'The data of the domain cannot be used at the moment. Try again in a few seconds.',
  headers: TRY_AGAIN,
}

/** The answer for an error that no peer handles. */
export const faultOf = (error: unknown): OwnAnswer => {
  if (!(error instanceof StorageUnavailable)) return FAULT
  return error.isFull ? { ...UNAVAILABLE, code: 'no-store', text: DISK_IS_FULL } : UNAVAILABLE
}

const NOT_READ = { line: '400 Bad Request', code: 'invalid', text: 'The request could not be read.' }
const CLIENT_ERRORS: Readonly<Record<string, typeof NOT_READ>> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    code: 'too-long',
    text: `The header section is longer than ${HEADER_LIMIT} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'invalid', text: 'The request came too slowly.' },
  HPE_INVALID_URL: {
    ...NOT_READ,
    text: 'The URL has a character that must be percent-encoded in UTF-8: write %C3%BC for a u with two dots (RFC 3986 §2.5).',
  },
  HPE_INVALID_CONSTANT: {
    ...NOT_READ,
    text: 'The first line must be a method, a URL without spaces and HTTP/1.1 (RFC 9112 §3): write %20 for a space.',
  },
  HPE_INVALID_HEADER_TOKEN: {
    ...NOT_READ,
    text: 'A header has a character that is not allowed in it (RFC 9110 §5.5).',
  },
  HPE_INVALID_METHOD: { line: '501 Not Implemented', code: 'not-supported', text: 'That method is not known here.' },
}

/** Answers bytes that Node could not parse as a request, and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  if (refused.has(socket)) closeAfter(socket, '')
  else hangUp(socket, CLIENT_ERRORS[error.code ?? ''] ?? NOT_READ)
}

/** CONNECT: this server is no proxy (conformance HOC-04). */
export const refuseTunnel = (_request: IncomingMessage, socket: Duplex): void =>
  hangUp(socket, { line: '501 Not Implemented', code: 'not-supported', text: 'This server is no proxy.' })

function hangUp(socket: Duplex, { line, code, text }: typeof NOT_READ): void {
  const body = outcomeText({ code, text })
  const headers = [
    `Content-Type: ${FHIR_JSON}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `X-Request-Id: ${systemRandom.uuid()}`,
    'Connection: close',
  ]
  closeAfter(socket, `HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

function closeAfter(socket: Duplex, text: string): void {
  // Node no longer listens on this socket. Without a listener, the error of a client that disconnects would end the
  // process.
  socket.on('error', () => socket.destroy())
  // Destroyed, not only ended: a client that goes on sending would keep its half of the connection open.
  socket.end(text, () => socket.destroy())
}
