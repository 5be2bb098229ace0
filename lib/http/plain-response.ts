// A Response that is only its parts until somebody wants more: status, headers and a body that is there already. Making a
// real one costs the platform more than most answers cost us; the server can write the parts as they are.

type Body = string | Uint8Array<ArrayBuffer> | null

export interface ResponseParts {
  readonly status: number
  /** By lower-case name; the values of a name that came more than once, such as set-cookie, as a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Body
}

class PlainResponse {
  readonly status: number
  readonly #body: Body
  #given: ResponseParts['headers'] | undefined
  #headers: Headers | undefined
  #real: Response | undefined

  constructor({ status, headers, body }: ResponseParts) {
    this.status = status
    this.#given = headers
    this.#body = body
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): Headers {
    this.#headers ??= this.#takeHeaders()
    return this.#headers
  }

  /** The parts, as long as nobody has read or replaced the body; headers that were changed since count. */
  parts(): ResponseParts | undefined {
    if (this.#real) return undefined
    return { status: this.status, body: this.#body, headers: this.#given ?? recordOf(this.headers) }
  }

  /** The real one; from now on this one speaks for it. */
  real(): Response {
    this.#real ??= new Response(this.#body, { status: this.status, headers: this.headers })
    return this.#real
  }

  #takeHeaders(): Headers {
    const headers = headersOf(this.#given ?? {})
    this.#given = undefined // Whoever holds the Headers may change them: they are what counts now.
    return headers
  }
}

const DELEGATED = ['body', 'bodyUsed', 'redirected', 'statusText', 'type', 'url'] as const
const METHODS = ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text'] as const

for (const name of DELEGATED)
  Object.defineProperty(PlainResponse.prototype, name, {
    get(this: PlainResponse) {
      return this.real()[name]
    },
  })
for (const name of METHODS)
  Object.defineProperty(PlainResponse.prototype, name, {
    value(this: PlainResponse) {
      return (this.real() as unknown as Record<string, () => unknown>)[name]?.()
    },
  })
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

/** Headers as a record; each cookie stays one. */
export function recordOf(headers: Headers): ResponseParts['headers'] {
  const record: Record<string, string | readonly string[]> = Object.fromEntries(headers)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) record['set-cookie'] = cookies
  return record
}
