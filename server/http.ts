// The production server: the machine interface straight to the peers, every page to Next.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import { machineHandler } from './routes.ts'
import type { Domain } from './wiring.ts'

/** Longest request target in bytes (conformance E31, LIM-05). */
const URL_LIMIT = 8 * 1024
/** Largest header section in bytes (conformance E31, LIM-06); beyond it Node itself stops reading. */
export const HEADER_LIMIT = 16 * 1024
const HEADERS_TIMEOUT_MS = 15_000
/** A request that drips in more slowly than this is cut off (conformance LIM-08). */
const REQUEST_TIMEOUT_MS = 30_000
const HSTS = 'max-age=31536000; includeSubDomains'

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** A server for the domain; `pages` is Next's request handler. Not yet listening. */
export function createHttpServer(domain: Domain, pages: NodeHandler): Server {
  const https = domain.config.publicUrl.startsWith('https:')
  const machine = getRequestListener((request, { incoming }) => answer(domain, request, incoming as IncomingMessage), {
    overrideGlobalObjects: false,
    hostname: new URL(domain.config.publicUrl).host,
    errorHandler: (error) => brokenRequest(domain, error),
  })
  const server = createServer({ maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: 30_000 }, (request, response) => {
    if (https) response.setHeader('strict-transport-security', HSTS)
    if ((request.url ?? '').length > URL_LIMIT) return uriTooLong(request, response)
    noteAddress(request, domain.config.trustProxy)
    return domain.config.hotPath && handlerOf(domain, request) ? machine(request, response) : pages(request, response)
  })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.on('clientError', refuseUnreadable)
  return server
}

const handlerOf = (domain: Domain, request: IncomingMessage) =>
  machineHandler(domain.peers, splitTarget(request.url ?? '/'), request.method)

/** Path and query as they came, nothing decoded or normalised. */
function splitTarget(target: string): { readonly pathname: string; readonly search: string } {
  const at = target.indexOf('?')
  return at < 0 ? { pathname: target, search: '' } : { pathname: target.slice(0, at), search: target.slice(at) }
}

const answer = (domain: Domain, request: Request, incoming: IncomingMessage) => handlerOf(domain, incoming)?.(request)

/** Replaces whatever the caller claims by the address the connection, or a trusted proxy, has. */
function noteAddress(request: IncomingMessage, trustProxy: boolean): void {
  const forwarded = trustProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined
  const address = forwarded || request.socket.remoteAddress || 'unknown'
  const { rawHeaders } = request
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === CLIENT_ADDRESS_HEADER) rawHeaders.splice(index, 2)
  rawHeaders.push(CLIENT_ADDRESS_HEADER, address)
  request.headers[CLIENT_ADDRESS_HEADER] = address
}

const outcome = (code: string, text: string) =>
  JSON.stringify({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code, details: { text }, diagnostics: text }],
  })

const FHIR_JSON = 'application/fhir+json; charset=utf-8'

function uriTooLong(request: IncomingMessage, response: ServerResponse): void {
  const fhir = /^\/fhir(\/|\?|$)/.test(request.url ?? '')
  const text = `The request target is longer than ${URL_LIMIT} bytes.`
  response
    .writeHead(414, { 'content-type': fhir ? FHIR_JSON : 'text/plain; charset=utf-8', connection: 'close' })
    .end(fhir ? outcome('too-long', text) : text)
}

/** A request that cannot be turned into a web Request, such as one with an impossible Host. */
function brokenRequest(domain: Domain, error: unknown): Response {
  domain.log.warn({ error: String(error) }, 'request could not be read')
  return new Response(outcome('invalid', 'The request could not be read.'), {
    status: 400,
    headers: { 'content-type': FHIR_JSON },
  })
}

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = STATUS_OF[error.code ?? ''] ?? '400 Bad Request'
  const code = status.startsWith('431') ? 'too-long' : 'invalid'
  const body = outcome(
    code,
    status.startsWith('431')
      ? `The header section is longer than ${HEADER_LIMIT} bytes.`
      : 'The request could not be read.',
  )
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${FHIR_JSON}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const STATUS_OF: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
