// The production server: the machine interface straight to the peers, every page to Next.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { FORM_LIMIT } from '#lib/http/params.ts'
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
  const https = domain.config.publicUrl.startsWith('https:')
  const machine = getRequestListener((request, { incoming }) => answer(domain, request, incoming as IncomingMessage), {
    overrideGlobalObjects: false,
    hostname: new URL(domain.config.publicUrl).host,
    errorHandler: (error) => {
      domain.log.warn({ error: String(error) }, 'request could not be read')
      return unreadable()
    },
  })
  const options = {
    maxHeaderSize: HEADER_LIMIT,
    keepAliveTimeout: 30_000,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.lookEvery,
  }
  const server = createServer(options, (request, response) => {
    // Whoever answers may say it better; nobody may forget it (conformance SEC-03, SEC-05, SEC-06).
    if (https) response.setHeader('strict-transport-security', HSTS)
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cross-origin-resource-policy', 'same-origin')
    const refusal = refusalOf(request, FORM_LIMIT)
    if (refusal) return refuse(request, response, refusal)
    noteAddress(request, domain.config.trustProxy)
    return domain.config.hotPath && handlerOf(domain, request) ? machine(request, response) : pages(request, response)
  })
  server.on('clientError', refuseUnreadable)
  server.on('connect', refuseTunnel)
  return server
}

const handlerOf = (domain: Domain, request: IncomingMessage) =>
  machineHandler(domain.peers, splitTarget(request.url ?? '/'), request.method)

/** Path and query as they came, nothing decoded or normalised. */
function splitTarget(target: string): { readonly pathname: string; readonly search: string } {
  const at = target.indexOf('?')
  return at < 0 ? { pathname: target, search: '' } : { pathname: target.slice(0, at), search: target.slice(at) }
}

async function answer(domain: Domain, request: Request, incoming: IncomingMessage): Promise<Response | undefined> {
  const response = await handlerOf(domain, incoming)?.(request)
  // The rest of a body that was too long is not waited for (conformance LIM-07).
  if (response?.status === 413) response.headers.set('connection', 'close')
  return response
}

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
