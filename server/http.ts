// The production server: the machine interface straight to the peers, every page to Next.
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { systemRandom } from '#lib/crypto/random.ts'
import type { Handler } from '#lib/http/handler.ts'
import { FORM_LIMIT } from '#lib/http/params.ts'
import { partsOf, type ResponseParts } from '#lib/http/plain-response.ts'
import { REQUEST_ID_HEADER, safeRequestId } from '#lib/http/request-id.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import { HEADER_LIMIT, refusalOf, refuse, refuseTunnel, refuseUnreadable, unreadable } from './own-answers.ts'
import { machineHandler } from './routes.ts'
import type { Domain } from './wiring.ts'

const HSTS = 'max-age=31536000; includeSubDomains'

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** How long a client may take to send a request, in milliseconds. */
export interface Patience {
  readonly headers: number
  readonly request: number
  /** How often Node looks for requests that took too long: half a minute, unless told. */
  readonly lookEvery: number
}

/** A request that drips in is cut off within 30 seconds (conformance LIM-08). */
const PATIENCE: Patience = { headers: 15_000, request: 25_000, lookEvery: 2000 }

/** A server for the domain; `pages` is Next's request handler. Not yet listening. */
export function createHttpServer(domain: Domain, pages: NodeHandler, patience = PATIENCE): Server {
  const guards = guardsOf(domain)
  const machine = machineListener(domain)
  const options = {
    maxHeaderSize: HEADER_LIMIT,
    keepAliveTimeout: 30_000,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.lookEvery,
  }
  const server = createServer(options, (request, response) => {
    request.url = originForm(request.url ?? '/')
    const always = { ...guards, [REQUEST_ID_HEADER]: noteRequestId(request) }
    const refusal = refusalOf(request, FORM_LIMIT)
    const direct = !refusal && (domain.config.hotPath || isRewrittenByPages(request.url))
    const handler = direct ? handlerOf(domain, request) : undefined
    if (!handler) for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
    if (refusal) return refuse(request, response, refusal)
    noteAddress(request, domain.config.trustProxy)
    return handler ? machine(handler, always)(request, response) : pages(request, response)
  })
  server.on('clientError', refuseUnreadable)
  server.on('connect', refuseTunnel)
  return server
}

type Guards = Readonly<Record<string, string>>

/** Headers of every answer. Whoever answers may say it better; nobody may forget it (conformance SEC-03, SEC-05, SEC-06). */
const guardsOf = ({ config }: Domain): Guards => ({
  ...(config.publicUrl.startsWith('https:') ? { 'strict-transport-security': HSTS } : {}),
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
})

/** Lets a peer answer a request of Node's. */
function machineListener(domain: Domain): (handler: Handler, guards: Guards) => NodeHandler {
  const { config, log } = domain
  const expected = new WeakMap<IncomingMessage, { readonly handler: Handler; readonly guards: Guards }>()
  const answer = async (request: Request, { incoming, outgoing }: { incoming: unknown; outgoing: unknown }) => {
    const known = expected.get(incoming as IncomingMessage)
    if (!known) throw new Error('A request came to the machine interface without a handler')
    const { handler, guards } = known
    const response = await handler(asSent(config, request, incoming as IncomingMessage))
    // The rest of a body that was too long is not waited for (conformance LIM-07).
    if (response.status === 413) response.headers.set('connection', 'close')
    const parts = partsOf(response)
    if (parts) {
      write(outgoing as ServerResponse, parts, guards)
      return RESPONSE_ALREADY_SENT
    }
    for (const [name, value] of Object.entries(guards))
      if (!response.headers.has(name)) response.headers.set(name, value)
    return response
  }
  const listener = getRequestListener(answer, {
    overrideGlobalObjects: false,
    hostname: new URL(config.publicUrl).host,
    errorHandler: (error) => {
      log.warn({ error: String(error) }, 'request could not be read')
      return unreadable(guardsOf(domain))
    },
  })
  return (handler, guards) => (request, response) => {
    expected.set(request, { handler, guards })
    return listener(request, response)
  }
}

/** Text and headers go out in one piece. */
function write(outgoing: ServerResponse, { status, headers, body }: ResponseParts, guards: Guards): void {
  const all: Record<string, string | readonly string[] | number> = { ...guards, ...headers }
  if (body !== null) all['content-length'] ??= typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  outgoing.writeHead(status, all as OutgoingHttpHeaders)
  outgoing.end(body ?? undefined)
}

const handlerOf = (domain: Domain, request: IncomingMessage) =>
  machineHandler(domain.peers, splitTarget(request.url ?? '/'), request.method)

/** The target without scheme and host, which a client may send as to a proxy (RFC 9112 §3.2.2). */
const originForm = (target: string): string => target.replace(/^https?:\/\/[^/?#]*\/?/i, '/')

const DOT_SEGMENT = /^[^?]*\/(\.|%2e){1,2}(\/|\?|$)/i

/** What Next would redirect, resolve or refuse itself, before a peer could answer. */
const isRewrittenByPages = (target: string): boolean =>
  /^[^?]*(\/\/|\\)/.test(target) || DOT_SEGMENT.test(target) || !isDecodable(target)

/** The request with its path as it came: dots are part of a name here, and no way to another address (conformance RDR-09). */
function asSent({ publicUrl }: Domain['config'], request: Request, { url = '/' }: IncomingMessage): Request {
  if (DOT_SEGMENT.test(url)) Object.defineProperty(request, 'url', { value: new URL(publicUrl).origin + url })
  return request
}

function isDecodable(target: string): boolean {
  if (!target.includes('%')) return true
  try {
    decodeURIComponent(splitTarget(target).pathname)
    return true
  } catch {
    return false
  }
}

/** Path and query as they came, nothing decoded or normalised. */
function splitTarget(target: string): { readonly pathname: string; readonly search: string } {
  const at = target.indexOf('?')
  return at < 0 ? { pathname: target, search: '' } : { pathname: target.slice(0, at), search: target.slice(at) }
}

/** Replaces whatever the caller claims by the address the connection, or a trusted proxy, has. */
function noteAddress(request: IncomingMessage, trustProxy: boolean): void {
  const forwarded = trustProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined
  setHeader(request, CLIENT_ADDRESS_HEADER, forwarded || request.socket.remoteAddress || 'unknown')
}

/** The id of the request in its answer and in the log: the client's own where it is safe, else a new one. */
function noteRequestId(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER]
  const known = safeRequestId(typeof given === 'string' ? given : undefined)
  if (known) return known
  const id = systemRandom.uuid()
  setHeader(request, REQUEST_ID_HEADER, id)
  return id
}

/** Puts a header in the place of whatever the client sent under its name. */
function setHeader({ rawHeaders, headers }: IncomingMessage, name: string, value: string): void {
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === name) rawHeaders.splice(index, 2)
  rawHeaders.push(name, value)
  headers[name] = value
}
