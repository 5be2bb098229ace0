// A Request that never leaves the process: its parts, until somebody wants more. Making a real one, with a stream for a text
// that is there already, costs more than most of what is asked for this way.
import { delegate } from './delegate.ts'

class PlainRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly #init: RequestInit
  readonly #text: string | undefined
  #real: Request | undefined
  #isRead = false
  #signal: AbortSignal | undefined

  constructor(url: string, init: RequestInit, text: string | undefined) {
    this.url = url
    this.method = (init.method ?? 'GET').toUpperCase()
    this.headers = new Headers(init.headers)
    this.#init = init
    this.#text = text
    if (text === undefined) return
    // As it would say on the wire: who reads it knows that it is all there.
    this.headers.set('content-length', String(Buffer.byteLength(text)))
    if (!this.headers.has('content-type')) this.headers.set('content-type', 'text/plain;charset=UTF-8')
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#init.signal ?? new AbortController().signal
    return this.#signal
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#real?.bodyUsed ?? false)
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.real().body
  }

  async text(): Promise<string> {
    if (this.#real || this.#isRead) return this.real().text()
    this.#isRead = this.#text !== undefined
    return this.#text ?? ''
  }

  /** The real one, which speaks for the body from now on. */
  real(): Request {
    this.#real ??= this.#make()
    return this.#real
  }

  #make(): Request {
    const request = new Request(this.url, { ...this.#init, headers: this.headers })
    if (this.#isRead) void request.body?.cancel() // It cannot be read twice.
    return request
  }
}

const REST = [
  'arrayBuffer',
  'blob',
  'bytes',
  'cache',
  'clone',
  'credentials',
  'destination',
  'formData',
  'integrity',
  'json',
  'keepalive',
  'mode',
  'redirect',
  'referrer',
]
delegate(PlainRequest.prototype, REST)
Object.setPrototypeOf(PlainRequest.prototype, Request.prototype)

/** What the platform's own Request and fetch are given: they look into Requests that they made themselves, and into no others. */
export function forPlatform(input: string | URL | Request): string | URL | Request {
  if (typeof input === 'string' || !('real' in input) || typeof input.real !== 'function') return input
  return (input.real as () => Request)()
}

/** The Request that fetch would send; a plain one where its body is a text, or there is none. */
export function requestOf(input: string | URL | Request, init: RequestInit = {}): Request {
  const text = init.body ?? undefined
  if (input instanceof Request || (text !== undefined && typeof text !== 'string'))
    return new Request(forPlatform(input), init)
  return new PlainRequest(new URL(input).href, init, text) as unknown as Request
}
