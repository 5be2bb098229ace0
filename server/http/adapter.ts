// Passes requests from Node's HTTP server to the peers, and their answers back, as the platform's own Request and
// Response. The folder fast/ does the same in less time.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { systemRandom } from '#lib/crypto/random.ts'
import { headersOf, recordOf } from '#lib/http/plain-response.ts'
import { REQUEST_ID_HEADER, safeRequestId } from '#lib/http/request-id.ts'
import { askForBody } from './expect-continue.ts'

/** Headers of every answer, by lower-case name. */
export type CommonHeaders = Readonly<Record<string, string>>

/** A request that has arrived but is not yet checked. */
export interface Arrival {
  /** X-Request-Id of the answer: the client's own when it is safe to repeat, otherwise a new one. */
  readonly requestId: string
  readonly address: string
  /** True when a request with these headers already passed the server's checks on this connection. */
  isFit: boolean
  /** The request as the peers take it, with the URL that it has in the domain. */
  readonly request: (url: string) => Request
}

export interface Adapter {
  /** Call it as soon as the head of a request has arrived. */
  readonly arrive: (incoming: IncomingMessage, outgoing: ServerResponse, address: string) => Arrival
  /**
   * Sends an answer; the promise, if any, resolves at its end. A header of the answer replaces a common header of the
   * same name.
   */
  readonly send: (outgoing: ServerResponse, response: Response, common: CommonHeaders) => Promise<void> | undefined
}

export const standardAdapter: Adapter = {
  arrive: (incoming, outgoing, address) => ({
    requestId: safeRequestId(incoming.headers[REQUEST_ID_HEADER]?.toString()) ?? systemRandom.uuid(),
    address,
    isFit: false,
    request: (url) => standardRequest(incoming, url, headersOf(incoming.headers), hangUpOf(outgoing)),
  }),
  send: sendResponse,
}

export const mayHaveBody = (method = 'GET'): boolean => method !== 'GET' && method !== 'HEAD'

/**
 * A Request with the body of a Node request. Its url is exactly what was sent: the platform would resolve `..`, which
 * must be refused.
 */
export function standardRequest(
  incoming: IncomingMessage,
  url: string,
  headers: Headers,
  signal: AbortSignal | null = null,
): Request {
  const { method } = incoming
  const body = mayHaveBody(method) ? { body: streamOf(incoming), duplex: 'half' } : {}
  const request = new Request(url, { method, headers: [...headers], signal, ...body } as RequestInit)
  return Object.defineProperty(request, 'url', { value: url })
}

/**
 * The chunks as they arrive. When the reader stops early, the connection stays open, because an answer must still be
 * sent.
 */
const streamOf = (incoming: IncomingMessage) => ReadableStream.from(chunksOf(incoming))

async function* chunksOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  askForBody(incoming)
  yield* incoming.iterator({ destroyOnReturn: false })
}

/** Aborted when the client disconnects before its answer is complete. */
export function hangUpOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.closed && !outgoing.writableFinished) controller.abort()
  outgoing.once('close', () => outgoing.writableFinished || controller.abort())
  return controller.signal
}

/** Sends a Response chunk by chunk. */
export function sendResponse(
  outgoing: ServerResponse,
  { status, headers, body }: Response,
  common: CommonHeaders,
): Promise<void> | undefined {
  // The rest of a body that is too long is not read (conformance LIM-07).
  const closing = status === 413 ? { connection: 'close' } : {}
  outgoing.writeHead(status, { ...common, ...(recordOf(headers) as Record<string, string | string[]>), ...closing })
  if (!body) {
    outgoing.end()
    return undefined
  }
  outgoing.flushHeaders() // The first chunk may take long to come.
  return pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
}
