// A Response that is only its parts until somebody wants more: status, headers and a body that is there already. Making a
// real one costs the platform more than most answers cost us; the server can write the parts as they are.
import { delegateRest } from './delegate.ts'

type Body = string | Uint8Array<ArrayBuffer> | null

export interface ResponseParts {
  readonly status: number
  /** By lower-case name; the values of a name that came more than once, such as set-cookie, as a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Body
  /** Headers of this answer alone, where `headers` are shared with others; they have other names. */
  readonly own?: Readonly<Record<string, string>> | undefined
  /** `headers` as names and values alternately, where they were made ready to be sent more than once. */
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

  /** The parts, as long as nobody has read or replaced the body; headers that were changed since count. */
  parts(): ResponseParts | undefined {
    if (this.#real || this.#isRead) return undefined
    // Whoever holds the Headers may have changed them: they are what counts then.
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

  /** The real one; from now on this one speaks for it. */
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

/** Whoever decodes a text leaves it out. */
const BYTE_ORDER_MARK = '\ufeff'

delegateRest(PlainResponse.prototype, Response.prototype)
Object.setPrototypeOf(PlainResponse.prototype, Response.prototype)

/** A Response of these parts. */
export const plainResponse = (parts: ResponseParts): Response => new PlainResponse(parts) as unknown as Response

/** The parts of a Response that was made of them; undefined for any other, and once its body was read. */
export const partsOf = (response: Response): ResponseParts | undefined =>
  response instanceof PlainResponse ? response.parts() : undefined

/** Headers of a record of them. */
export function headersOf(record: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(record))
    for (const one of typeof value === 'string' ? [value] : value) headers.append(name, one)
  return headers
}

/** Headers of a record as names and values alternately, as Node takes them without another look. */
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
