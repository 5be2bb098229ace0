// A Request that consists only of its parts until somebody needs more: for the requests of the domain to itself, of which a page may
// have hundreds. To create a real one, and the stream of its body, costs the platform more than many answers cost us.
import { delegateRest } from './delegate.ts'

class PlainRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly #init: RequestInit
  #real: Request | undefined

  constructor(url: string, init: RequestInit, headers: Headers) {
    this.url = url
    this.method = init.method ?? 'GET'
    this.headers = headers
    this.#init = init
  }

  async text(): Promise<string> {
    const { body } = this.#init
    return this.#real || typeof body !== 'string' ? this.real().text() : body
  }

  /** The real Request, used from then on. */
  real(): Request {
    this.#real ??= new Request(this.url, { ...this.#init, headers: this.headers })
    return this.#real
  }
}

delegateRest(PlainRequest.prototype, Request.prototype)

/** A Request with no body, or with a text of a named type, whose length its headers then tell as they would on the network. */
export function plainRequest(url: string, init: RequestInit = {}): Request {
  const headers = new Headers(init.headers)
  const { body = null } = init
  if (body !== null && (typeof body !== 'string' || !headers.has('content-type'))) return new Request(url, init)
  if (body !== null) headers.set('content-length', String(Buffer.byteLength(body)))
  return new PlainRequest(url, init, headers) as unknown as Request
}
