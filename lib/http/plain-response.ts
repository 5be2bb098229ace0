// A Response that consists only of its parts until somebody needs more: status, headers and a complete body. To create
// a real one costs the platform more than most answers cost us; the server can write the parts directly.
import { delegateRest } from './delegate.ts'

type Body = string | Uint8Array<ArrayBuffer> | null

/** Everything that the server writes for an answer. */
export interface ResponseParts {
  readonly status: number
  /** By lower-case name; repeated headers, such as set-cookie, have a list of values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Body
  /** Headers of this answer alone, when `headers` are shared; their names differ from the shared ones. */
  readonly own?: Readonly<Record<string, string>> | undefined
  /** `headers` as alternating names and values, when prepared for repeated use. */
  readonly lines?: readonly string[] | undefined
}

class PlainResponse {
  readonly status: number
  readonly #given: ResponseParts
  #headers: Headers | undefined
  #real: Response | undefined
  /** Whether the body was read without a real Response. */
  #isRead = false

  constructor(parts: ResponseParts) {
    this.status = parts.status
    this.#given = parts
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): Headers {
    const { headers, own } = this.#given
    this.#headers ??= headersOf(own ? { ...headers, ...own } : headers)
    return this.#headers
  }

  /** The parts, while nobody has read or replaced the body; changed headers are included. */
  parts(): ResponseParts | undefined {
    if (this.#real || this.#isRead) return undefined
    // A holder of the Headers may have changed them, so they are used from now on.
    return this.#headers
      ? { status: this.status, body: this.#given.body, headers: recordOf(this.#headers) }
      : this.#given
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#real?.bodyUsed ?? false)
  }

  async text(): Promise<string> {
    const { body } = this.#given
    if (this.#real || this.#isRead || typeof body !== 'string' || body.startsWith(BYTE_ORDER_MARK))
      return this.real().text()
    this.#isRead = true
    return body
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  /** The real Response, which this one delegates to from now on. */
  real(): Response {
    this.#real ??= this.#make()
    return this.#real
  }

  #make(): Response {
    const response = new Response(this.#given.body, { status: this.status, headers: this.headers })
    if (this.#isRead) void response.body?.cancel() // It cannot be read twice.
    return response
  }
}

/** Decoding a text removes it. */
const BYTE_ORDER_MARK = '\ufeff'

delegateRest(PlainResponse.prototype, Response.prototype)
Object.setPrototypeOf(PlainResponse.prototype, Response.prototype)

/** A Response of these parts. */
export const plainResponse = (parts: ResponseParts): Response => new PlainResponse(parts) as unknown as Response

/** The parts of a Response that was made of them; undefined for any other, and once its body was read. */
export const partsOf = (response: Response): ResponseParts | undefined =>
  response instanceof PlainResponse ? response.parts() : undefined

/** The answer with headers that it does not set itself; their names are in lower case. */
export function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const parts = partsOf(response)
  if (parts && !parts.lines && !parts.own) return plainResponse({ ...parts, headers: { ...headers, ...parts.headers } })
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

/** Headers of a record of them. */
export function headersOf(record: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(record))
    for (const one of typeof value === 'string' ? [value] : value) headers.append(name, one)
  return headers
}

/** The headers of a record as alternating names and values, as Node takes them without further checks. */
export function linesOf(headers: ResponseParts['headers']): string[] {
  const lines: string[] = []
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (typeof value === 'string') lines.push(name, value)
    else for (const one of value) lines.push(name, one)
  }
  return lines
}

/** Headers as a record; each cookie stays one. */
export function recordOf(headers: Headers): ResponseParts['headers'] {
  const record: Record<string, string | readonly string[]> = Object.fromEntries(headers)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) record['set-cookie'] = cookies
  return record
}
