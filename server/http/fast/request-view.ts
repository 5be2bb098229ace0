// A request of Node's as the Request that peers take. It costs next to nothing until somebody asks for more than its
// address and a header or two: Headers, the body and the real Request behind it are made then.
import type { IncomingMessage } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { delegate } from '#lib/http/delegate.ts'
import { headersOf } from '#lib/http/plain-response.ts'
import { REQUEST_CONTEXT, type RequestContext } from '#lib/http/request-context.ts'

const UPPER_CASE = /[A-Z]/

/** Headers looked up where Node has put them, under lower-case names; those that may be repeated are joined there. */
class NodeHeaders {
  readonly #incoming: IncomingMessage
  #real: Headers | undefined

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
  }

  get(name: string): string | null {
    if (this.#real) return this.#real.get(name)
    const { headers } = this.#incoming
    const value = headers[name] ?? (UPPER_CASE.test(name) ? headers[name.toLowerCase()] : undefined)
    if (typeof value === 'string') return value
    return Array.isArray(value) ? value.join(', ') : null
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  /** The real ones, which speak from now on. */
  real(): Headers {
    this.#real ??= headersOf(this.#incoming.headers)
    return this.#real
  }
}

class NodeRequest {
  readonly #incoming: IncomingMessage
  readonly #url: string
  #headers: Headers | undefined
  #real: Request | undefined
  #signal: AbortSignal | undefined
  /** Whether the body was read without a real Request. */
  #isRead = false
  readonly [REQUEST_CONTEXT]: RequestContext | undefined

  constructor(incoming: IncomingMessage, url: string, context: RequestContext | undefined) {
    this.#incoming = incoming
    this.#url = url
    this[REQUEST_CONTEXT] = context
  }

  get method(): string {
    return this.#incoming.method ?? 'GET'
  }

  get url(): string {
    return this.#url
  }

  get headers(): Headers {
    this.#headers ??= nodeHeaders(this.#incoming)
    return this.#headers
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#real?.bodyUsed ?? false)
  }

  /** Aborted when the client hangs up. Only this one: no copy is told. */
  get signal(): AbortSignal {
    this.#signal ??= hangUpOf(this.#incoming)
    return this.#signal
  }

  /** The whole body. Forms come this way, for which no stream is made. */
  async text(): Promise<string> {
    if (this.#real || this.#isRead || !mayHaveBody(this.method)) return this.real().text()
    this.#isRead = true
    return new TextDecoder().decode(await wholeBody(this.#incoming))
  }

  /** The real one, which speaks from now on. */
  real(): Request {
    this.#real ??= this.#make()
    return this.#real
  }

  #make(): Request {
    const head = { method: this.method, headers: [...this.headers] }
    if (!mayHaveBody(this.method)) return new Request(this.#url, head)
    const request = new Request(this.#url, { ...head, body: streamOf(this.#incoming), duplex: 'half' } as RequestInit)
    if (this.#isRead) void request.body?.cancel() // It cannot be read twice.
    return request
  }
}

const mayHaveBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

function hangUpOf({ socket }: IncomingMessage): AbortSignal {
  const controller = new AbortController()
  if (socket.destroyed) controller.abort()
  else socket.once('close', () => controller.abort())
  return controller.signal
}

/** The chunks as they come. Who stops reading does not hang up: there is still an answer to send. */
const streamOf = (incoming: IncomingMessage) => ReadableStream.from(incoming.iterator({ destroyOnReturn: false }))

const wholeBody = (incoming: IncomingMessage): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    incoming.once('error', reject)
    incoming.once('close', () => reject(new Error('The client hung up before the end of its request')))
  })

const HEADERS_REST = [
  'append',
  'delete',
  'set',
  'getSetCookie',
  'forEach',
  'entries',
  'keys',
  'values',
  Symbol.iterator,
]
delegate(NodeHeaders.prototype, HEADERS_REST)
Object.setPrototypeOf(NodeHeaders.prototype, Headers.prototype)

const REQUEST_REST = ['body', 'arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json']
delegate(NodeRequest.prototype, REQUEST_REST)
Object.setPrototypeOf(NodeRequest.prototype, Request.prototype)

/** The headers of a request. */
export const nodeHeaders = (incoming: IncomingMessage): Headers => new NodeHeaders(incoming) as unknown as Headers

/** The request, under the address that it has for the domain. */
export const nodeRequest = (incoming: IncomingMessage, url: string, context?: RequestContext): Request =>
  new NodeRequest(incoming, url, context) as unknown as Request
