// A view of a Node request with the members of a Request. It is no Request: `new Request(view)` and `fetch(view)`
// refuse it; `view.clone()` returns one. It is cheap, because Headers, the body and the underlying Request are created
// only on demand.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { delegateRest } from '#lib/http/delegate.ts'
import { headersOf } from '#lib/http/plain-response.ts'
import { REQUEST_CONTEXT, type RequestContext } from '#lib/http/request-context.ts'
import { hangUpOf, mayHaveBody, standardRequest } from '../adapter.ts'
import { askForBody } from '../expect-continue.ts'

const UPPER_CASE = /[A-Z]/

/** Headers looked up in Node's object, by lower-case name; repeatable ones are already joined there. */
class HeadersView {
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

  /** The real Headers, used from then on. */
  real(): Headers {
    this.#real ??= headersOf(this.#incoming.headers)
    return this.#real
  }
}

class RequestView {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #url: string
  #headers: Headers | undefined
  #real: Request | undefined
  #signal: AbortSignal | undefined
  /** True after the body was read without a real Request. */
  #isRead = false
  readonly [REQUEST_CONTEXT]: RequestContext | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, url: string, context: RequestContext | undefined) {
    this.#incoming = incoming
    this.#outgoing = outgoing
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
    this.#headers ??= headersView(this.#incoming)
    return this.#headers
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#real?.bodyUsed ?? false)
  }

  /** Aborted when the client disconnects; this does not hold for clones. */
  get signal(): AbortSignal {
    this.#signal ??= hangUpOf(this.#outgoing)
    return this.#signal
  }

  async text(): Promise<string> {
    const bytes = this.#wholeBody()
    return bytes ? new TextDecoder().decode(await bytes) : this.real().text()
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = this.#wholeBody()
    return bytes ? new Uint8Array(await bytes).buffer : this.real().arrayBuffer()
  }

  /**
   * The whole body, read without a stream: forms and resources arrive this way. Undefined when the real Request has the
   * body.
   */
  #wholeBody(): Promise<Uint8Array> | undefined {
    if (this.#real || this.#isRead || !mayHaveBody(this.method)) return undefined
    this.#isRead = true
    return wholeBody(this.#incoming)
  }

  /** The real Request, used from then on. */
  real(): Request {
    this.#real ??= this.#make()
    return this.#real
  }

  #make(): Request {
    const request = standardRequest(this.#incoming, this.#url, this.headers)
    if (this.#isRead) void request.body?.cancel() // The body cannot be read twice.
    return request
  }
}

const wholeBody = (incoming: IncomingMessage): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    const hungUp = () => reject(new Error('The client hung up before the end of its request'))
    if (incoming.destroyed) return hungUp() // Node emits the event once, and nobody was listening.
    askForBody(incoming)
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    incoming.once('end', () => {
      incoming.off('close', hungUp)
      resolve(Buffer.concat(chunks))
    })
    incoming.once('error', reject)
    incoming.once('close', hungUp)
  })

delegateRest(HeadersView.prototype, Headers.prototype)
delegateRest(RequestView.prototype, Request.prototype)

export const headersView = (incoming: IncomingMessage): Headers => new HeadersView(incoming) as unknown as Headers

/** A view of the request that `outgoing` answers, with the URL that it has in the domain. */
export const requestView = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
  context?: RequestContext,
): Request => new RequestView(incoming, outgoing, url, context) as unknown as Request
