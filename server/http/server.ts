// The production server: machine requests go directly to the peers, pages to Next.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Maybe } from '#lib/async/maybe.ts'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import { plainAddress } from '#lib/http/network-of.ts'
import { isDecodable } from '#lib/http/params.ts'
import { REQUEST_ID_HEADER } from '#lib/http/request-id.ts'
import type { Domain } from '../domain/domain.ts'
import { answers, splitTarget, type Target } from '../domain/find-route.ts'
import type { Mounted } from '../domain/router.ts'
import { type Adapter, type Arrival, type CommonHeaders, standardAdapter } from './adapter.ts'
import { bodyLimitOf } from './body-limit.ts'
import { askForBody, askLater } from './expect-continue.ts'
import { fastAdapter } from './fast/fast-adapter.ts'
import { askForWhole, isForFile, preconditionRefusalOf } from './files.ts'
import { hostCheck } from './host-check.ts'
import { guardAgainstOverload, type OverloadGuard } from './overload/overload.ts'
import { PAGE_METHODS, pageRefusalOf } from './page-requests.ts'
import {
  answerOptions,
  bodyRefusalOf,
  faultOf,
  HEADER_LIMIT,
  isServerWide,
  METHODS,
  refusalOf,
  refuse,
  refuseTunnel,
  refuseUnreadable,
  UNREADABLE_PATH,
} from './refusals.ts'

const HSTS = 'max-age=31536000; includeSubDomains'

/** A request handler of node:http, such as that of Next. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** How long a client may take to send a request, in milliseconds. */
export interface Patience {
  readonly headers: number
  readonly request: number
  /** The interval at which Node closes late requests; its default is half a minute. */
  readonly lookEvery: number
}

/** A request that arrives slowly is cut off within 30 seconds (conformance LIM-08). */
const PATIENCE: Patience = { headers: 15_000, request: 25_000, lookEvery: 2000 }

/** Creates a server for the domain, not yet listening; `pages` is Next's request handler, `guard` sheds load. */
export function createHttpServer(
  domain: Domain,
  pages: NodeHandler,
  patience = PATIENCE,
  adapter = domain.config.hotPath ? fastAdapter() : standardAdapter,
  guard: (...guarded: Parameters<typeof guardAgainstOverload>) => OverloadGuard = guardAgainstOverload,
): Server {
  const commonFor = commonHeadersOf(domain)
  const fail = failing(domain)
  const machine = machineInterface(domain, adapter, fail)
  const names = hostCheck(domain.config)
  const toPages = pagesInterface(pages, names)
  const bodyLimit = bodyLimitOf(domain)
  const options = {
    maxHeaderSize: HEADER_LIMIT,
    keepAliveTimeout: 30_000,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.lookEvery,
    // No other protocol is supported: an offer to upgrade is ignored (RFC 9110 §7.8), even if somebody listens for it.
    shouldUpgradeCallback: () => false,
  }
  const serve = (visit: Visit) => {
    const { incoming, outgoing, arrival, common, route, target } = visit
    const refusal = refusalOf(route, incoming) ?? names.refusalOf(incoming)
    if (refusal) return refuse(route, outgoing, refusal, common)
    const unfit = bodyRefusalOf(incoming, bodyLimit(route, incoming))
    visit.isUnfit = unfit !== undefined && route.judgesBodies?.(incoming.method ?? '', target.pathname) === true
    if (unfit && !visit.isUnfit) return refuse(route, outgoing, unfit, common)
    if (isServerWide(incoming)) return answerOptions(outgoing, METHODS.join(', '), common)
    // Whatever the peer answers, the rest of that body is not read.
    if (visit.isUnfit) outgoing.shouldKeepAlive = false
    else arrival.isFit = true
    incoming.headers[REQUEST_ID_HEADER] = arrival.requestId
    incoming.headers[CLIENT_ADDRESS_HEADER] = arrival.address
    if (overload.admits(route, incoming, outgoing, common))
      overload.begin(route.traffic, incoming.socket, () => goOn(visit))
  }
  const goOn = (visit: Visit) => {
    const { incoming, route, target } = visit
    const isForPeer = answers(route, incoming.method ?? 'GET', target.search, incoming.headers.accept)
    const handler = isForPeer ? route.limited : undefined
    // Monitoring depends on no other part of the process. Next's own X-Forwarded-For would look like a proxy's.
    const isMachines = domain.config.hotPath || route.traffic === 'vital' || visit.isUnfit
    if (handler && (isMachines || isRewrittenByPages(incoming.url ?? '/')))
      return machine(overload.placed(incoming, handler), visit)
    toPages(visit, handler !== undefined).catch((error) => fail(visit, error))
  }
  const server = createServer(options, (incoming, outgoing) => {
    const asked = incoming.url ?? '/'
    incoming.url = originForm(asked)
    const target = splitTarget(incoming.url || asked) // Refused in the words of its path.
    const route = domain.router.routeOf(target.pathname)
    const arrival = adapter.arrive(incoming, outgoing, addressOf(incoming, domain.config.trustProxy))
    const common = commonFor(arrival.requestId)
    const visit: Visit = { incoming, outgoing, arrival, common, target, route, isUnfit: false }
    // A cached answer needs no place: it is sent before the next request is handled.
    const mayBeCached = route.fromCache && arrival.isFit && overload.isCalm(outgoing)
    return mayBeCached ? machine(route.fromCache, visit, serve) : serve(visit)
  })
  const overload = guard(server, domain.config, domain.authenticatedCallers)
  askLater(server)
  server.on('clientError', refuseUnreadable)
  server.on('connect', refuseTunnel)
  return server
}

/** Headers of every answer. Handlers may override but not omit them (conformance SEC-03, SEC-05, SEC-06). */
function commonHeadersOf({ config }: Domain): (requestId: string) => CommonHeaders {
  const common = (requestId: string) => ({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    [REQUEST_ID_HEADER]: requestId,
  })
  if (!config.publicUrl.startsWith('https:')) return common
  return (requestId) => ({ 'strict-transport-security': HSTS, ...common(requestId) })
}

/** A request and its answer in progress. */
interface Visit {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly arrival: Arrival
  readonly common: CommonHeaders
  readonly target: Target
  readonly route: Mounted
  /** True for a body that the peer must refuse, in its own words and audit log. */
  isUnfit: boolean
}

type Answering = (request: Request) => Maybe<Response | undefined>
type Machine = (answering: Answering, visit: Visit, otherwise?: (visit: Visit) => void) => void

type Failing = (visit: Visit, error: unknown) => void

/** Answers what nobody else could, and says so in the log. */
const failing =
  ({ log }: Domain): Failing =>
  ({ incoming, outgoing, arrival, common, route }, error) => {
    if (incoming.socket.destroyed) return // The client is gone, so there is nobody to answer.
    log.error({ requestId: arrival.requestId, err: error }, 'request failed')
    if (outgoing.headersSent) outgoing.destroy()
    else refuse(route, outgoing, faultOf(error), common)
  }

/** Lets a peer answer a Node request, synchronously if it can. `otherwise` handles requests that no peer answers. */
function machineInterface({ config }: Domain, adapter: Adapter, fail: Failing): Machine {
  const { origin } = new URL(config.publicUrl)
  return (answering, visit, otherwise) => {
    const { incoming, outgoing, arrival, common } = visit
    const send = (answer: Response | undefined) =>
      answer ? adapter.send(outgoing, answer, common) : otherwise?.(visit)
    const failed = (error: unknown) => fail(visit, error)
    try {
      const answer = answering(arrival.request(origin + incoming.url))
      const sent = answer instanceof Promise ? answer.then(send) : send(answer)
      sent?.catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/** Passes a request to Next, also one `ofPeer` that Next's own routes answer; what no page answers is refused here. */
function pagesInterface(pages: NodeHandler, names: ReturnType<typeof hostCheck>) {
  return async ({ incoming, outgoing, common, route, target }: Visit, ofPeer: boolean): Promise<void> => {
    if (!isDecodable(target.pathname)) return refuse(route, outgoing, UNREADABLE_PATH, common)
    if (!ofPeer && route.answer !== 'next-auth') {
      const isFile = isForFile(target.pathname)
      const refusal = pageRefusalOf(incoming) ?? (isFile ? preconditionRefusalOf(incoming) : undefined)
      if (refusal) return refuse(route, outgoing, refusal, common)
      if (incoming.method === 'OPTIONS') return answerOptions(outgoing, PAGE_METHODS.join(', '), common)
      const location = names.redirectOf(incoming)
      if (location) return void outgoing.writeHead(307, { ...common, location, 'cache-control': 'no-store' }).end()
      if (isFile) askForWhole(incoming, outgoing)
    }
    for (const [name, value] of Object.entries(common)) outgoing.setHeader(name, value)
    askForBody(incoming)
    await pages(asNoted(incoming), outgoing)
  }
}

/**
 * The target without scheme and host, which a client may send as to a proxy (RFC 9112 §3.2.2); empty for one with a
 * fragment, which none has. An address without a host stays as it is, to be refused (RFC 9110 §4.2.1).
 */
function originForm(target: string): string {
  if (target.includes('#')) return ''
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]+\/?/i, '/')
}

const DOT_SEGMENT = /^[^?]*\/(\.|%2e){1,2}(\/|\?|$)/i

/** Targets that Next would redirect, resolve or refuse before a peer could answer. */
const isRewrittenByPages = (target: string): boolean =>
  /^[^?]*(\/\/|\\)/.test(target) || DOT_SEGMENT.test(target) || !isDecodable(splitTarget(target).pathname)

/** The address of the connection, or the one from a trusted proxy, whatever the caller claims. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastOf(String(headers['x-forwarded-for'] ?? '')) : undefined
  return forwarded ?? plainAddress(socket.remoteAddress ?? '') ?? 'unknown'
}

const lastOf = (list: string): string | undefined => plainAddress(list.slice(list.lastIndexOf(',') + 1))

/** The request with our own headers also in its raw header list, in place of the client's. */
function asNoted(request: IncomingMessage): IncomingMessage {
  const { rawHeaders, headers } = request
  for (const name of [REQUEST_ID_HEADER, CLIENT_ADDRESS_HEADER]) {
    for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
      if (rawHeaders[index]?.toLowerCase() === name) rawHeaders.splice(index, 2)
    rawHeaders.push(name, String(headers[name]))
  }
  return request
}
