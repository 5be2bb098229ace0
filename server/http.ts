// The production server: the machine interface straight to the peers, every page to Next.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { systemRandom } from '#lib/crypto/random.ts'
import type { Handler } from '#lib/http/handler.ts'
import { FORM_LIMIT } from '#lib/http/params.ts'
import { REQUEST_ID_HEADER, safeRequestId } from '#lib/http/request-id.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import { nodeRequest } from './node-request.ts'
import { type Guards, sendResponse } from './node-response.ts'
import { guardAgainstOverload } from './overload/overload.ts'
import { FAULT, HEADER_LIMIT, refusalOf, refuse, refuseTunnel, refuseUnreadable } from './own-answers.ts'
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
  const guardsFor = guardsOf(domain)
  const machine = machineInterface(domain)
  const options = {
    maxHeaderSize: HEADER_LIMIT,
    keepAliveTimeout: 30_000,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.lookEvery,
  }
  const server = createServer(options, (request, response) => {
    request.url = originForm(request.url ?? '/')
    const requestId = requestIdOf(request)
    const always = guardsFor(requestId)
    const refusal = refusalOf(request, FORM_LIMIT)
    if (refusal) return refuse(request, response, refusal, always)
    request.headers[REQUEST_ID_HEADER] = requestId
    request.headers[CLIENT_ADDRESS_HEADER] = addressOf(request, domain.config.trustProxy)
    if (!overload.admits(request, response, always)) return
    if (overload.isLate()) overload.later(request, response, () => goOn(request, response, always))
    else goOn(request, response, always)
  })
  const goOn = (request: IncomingMessage, response: ServerResponse, always: Guards) => {
    const direct = domain.config.hotPath || isRewrittenByPages(request.url ?? '/')
    const handler = direct ? handlerOf(domain, request) : undefined
    if (handler) return machine(overload.placed(request, handler), request, response, always)
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
    return pages(asNoted(request), response)
  }
  const overload = guardAgainstOverload(server, domain.config, domain.proven)
  server.on('clientError', refuseUnreadable)
  server.on('connect', refuseTunnel)
  return server
}

/** Headers of every answer. Whoever answers may say it better; nobody may forget it (conformance SEC-03, SEC-05, SEC-06). */
function guardsOf({ config }: Domain): (requestId: string) => Guards {
  const guards = (requestId: string) => ({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    [REQUEST_ID_HEADER]: requestId,
  })
  if (!config.publicUrl.startsWith('https:')) return guards
  return (requestId) => ({ 'strict-transport-security': HSTS, ...guards(requestId) })
}

type Machine = (handler: Handler, request: IncomingMessage, response: ServerResponse, guards: Guards) => void

/** Lets a peer answer a request of Node's; at once, where it has the answer at once. */
function machineInterface({ config, log }: Domain): Machine {
  const { origin } = new URL(config.publicUrl)
  return (handler, incoming, outgoing, guards) => {
    const send = (answer: Response) => sendResponse(outgoing, answer, guards)
    const fail = (error: unknown) => {
      if (incoming.socket.destroyed) return // The client hung up: nobody is left to be told.
      log.error({ requestId: guards[REQUEST_ID_HEADER], err: error }, 'request failed')
      if (outgoing.headersSent) outgoing.destroy()
      else refuse(incoming, outgoing, FAULT, guards)
    }
    try {
      const answer = handler(nodeRequest(incoming, origin + incoming.url))
      const sent = answer instanceof Promise ? answer.then(send) : send(answer)
      sent?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

const handlerOf = (domain: Domain, request: IncomingMessage) =>
  machineHandler(domain.peers, splitTarget(request.url ?? '/'), request.method)

/** The target without scheme and host, which a client may send as to a proxy (RFC 9112 §3.2.2). */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/')

const DOT_SEGMENT = /^[^?]*\/(\.|%2e){1,2}(\/|\?|$)/i

/** What Next would redirect, resolve or refuse itself, before a peer could answer. */
const isRewrittenByPages = (target: string): boolean =>
  /^[^?]*(\/\/|\\)/.test(target) || DOT_SEGMENT.test(target) || !isDecodable(target)

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

/** The address that the connection has, or that a trusted proxy says, whatever the caller claims. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined
  return forwarded || socket.remoteAddress || 'unknown'
}

/** The id of the request in its answer and in the log: the client's own where it is safe, else a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER]
  return safeRequestId(typeof given === 'string' ? given : undefined) ?? systemRandom.uuid()
}

/** The request with what was noted in its headers in the list of them as well, in the place of what the client sent. */
function asNoted(request: IncomingMessage): IncomingMessage {
  const { rawHeaders, headers } = request
  for (const name of [REQUEST_ID_HEADER, CLIENT_ADDRESS_HEADER]) {
    for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
      if (rawHeaders[index]?.toLowerCase() === name) rawHeaders.splice(index, 2)
    rawHeaders.push(name, String(headers[name]))
  }
  return request
}
