// Parameters of a query or form, with repetitions visible: `formData()` and `get()` would hide them.
import { partsOf } from './plain-response.ts'

/** The parameters of one query or form, decoded. */
export interface Params {
  /** The value of a parameter; undefined when absent. The first one when it was repeated. */
  readonly get: (name: string) => string | undefined
  readonly has: (name: string) => boolean
  /** Repeated names (RFC 6749 §3.1 forbids them). */
  readonly repeated: ReadonlySet<string>
  readonly entries: readonly (readonly [string, string])[]
  /** True when a percent-encoding could not be decoded: a value is then not what was meant. */
  readonly isGarbled: boolean
}

/** Parameters of an `application/x-www-form-urlencoded` text, a query string included. */
export function parseParams(text: string): Params {
  if (text === '') return NO_PARAMS
  const entries = [...new URLSearchParams(text)]
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of entries) {
    if (values.has(name)) repeated.add(name)
    else values.set(name, value)
  }
  const isGarbled = !isDecodable(text)
  return { get: (name) => values.get(name), has: (name) => values.has(name), repeated, entries, isGarbled }
}

const NO_PARAMS: Params = {
  get: () => undefined,
  has: () => false,
  repeated: new Set(),
  entries: [],
  isGarbled: false,
}

/**
 * True when every percent-encoding of a text stands for UTF-8. URLSearchParams keeps a % without two hex digits, and
 * decodes invalid UTF-8 to U+FFFD.
 */
export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The value of a parameter that was sent exactly once. */
export const once = (params: Params, name: string): string | undefined =>
  params.repeated.has(name) ? undefined : params.get(name)

/**
 * The parameters as an OAuth endpoint reads them: one without a value counts as omitted (RFC 6749 §3.1, §3.2). A
 * repeated one stays repeated. Parameters in `asSent` keep an empty value.
 */
export function withValues({ get, ...params }: Params, asSent: readonly string[] = []): Params {
  const value = (name: string) => (asSent.includes(name) ? get(name) : get(name) || undefined)
  return { ...params, get: value, has: (name) => value(name) !== undefined }
}

/** Parameters of the request's query, parsed once: whoever asks again gets the same. */
export function queryParams(request: Request): Params {
  const { url } = request
  const at = url.indexOf('?')
  if (at < 0) return NO_PARAMS
  const hash = url.indexOf('#')
  const known = queries.get(request)
  const params = known ?? parseParams(url.slice(at + 1, hash < 0 ? undefined : hash))
  if (!known) queries.set(request, params)
  return params
}

const queries = new WeakMap<Request, Params>()

/** Why a form could not be read: it is no UTF-8 form, it is too long, or the client disconnected before its end. */
export type FormProblem = 'content-type' | 'too-large' | 'cut-off'

/** True when a body is declared to be of a type, in UTF-8: no text is read in another encoding here. */
export function isOfType({ headers }: Pick<Request, 'headers'>, type: string, charsets = UTF_8): boolean {
  const [name = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const isFit = (parameter: string) => {
    const [, charset] = /^\s*charset\s*=(.*)$/.exec(parameter) ?? []
    return charset === undefined || charsets.test(charset.trim().replace(/^"(.*)"$/, '$1'))
  }
  return name.trim() === type && parameters.every(isFit)
}

const UTF_8 = /^utf-?8$/
/**
 * Character sets that a form may declare: its bytes are ASCII, equal in all of these, and some clients declare the last one by
 * default.
 */
const OF_FORMS = /^(utf-?8|us-ascii|iso-8859-1)$/

/** Longest request target in bytes (conformance LIM-05). */
export const URL_LIMIT = 8 * 1024

/** The largest accepted form, in bytes (conformance LIM-07). */
export const FORM_LIMIT = 64 * 1024

/** Parameters of a form body, or its problem. The body is read once: whoever asks again gets the same. */
export function formParams(request: Request): Promise<Params | FormProblem> {
  const form = forms.get(request) ?? readForm(request)
  forms.set(request, form)
  return form
}

const forms = new WeakMap<Request, Promise<Params | FormProblem>>()

async function readForm(request: Request): Promise<Params | FormProblem> {
  if (!isOfType(request, 'application/x-www-form-urlencoded', OF_FORMS)) return 'content-type'
  try {
    const body = isFramed(request) ? await framedBody(request) : await readBody(request)
    return body === undefined ? 'too-large' : parseParams(body)
  } catch (error) {
    return cutOff(error)
  }
}

/** The body of a request as text; undefined when it is longer than `limit` bytes, or when its client hung up before its end. */
export async function requestBody(request: Request, limit = FORM_LIMIT): Promise<string | undefined> {
  try {
    return await readBody(request, limit)
  } catch (error) {
    cutOff(error)
    return undefined
  }
}

/** Classifies an error of reading a body. Throws the error when it is a fault of ours. */
function cutOff(error: unknown): 'cut-off' {
  if (error instanceof TypeError) throw error
  return 'cut-off'
}

/** True when the client declared the length of the body: HTTP/1.1 then ends it there. */
const isFramed = ({ headers }: Request): boolean => /^\d+$/.test(headers.get('content-length') ?? '')

/** True when the declared length of a body exceeds `limit` bytes. */
const isTooLong = ({ headers }: Pick<Request, 'headers'>, limit: number): boolean =>
  Number(headers.get('content-length') ?? 0) > limit

/** A body of known length, read at once without creating a stream. */
const framedBody = async (request: Request): Promise<string | undefined> =>
  isTooLong(request, FORM_LIMIT) ? undefined : request.text()

/** The bytes of the body of a request; undefined when they are more than `limit`. */
export async function bodyBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (isTooLong(request, limit)) return undefined
  if (!isFramed(request)) {
    const chunks = await readChunks(request, limit)
    return chunks && Buffer.concat(chunks)
  }
  const bytes = new Uint8Array(await request.arrayBuffer())
  return bytes.byteLength > limit ? undefined : bytes
}

/** The body of a request or a response as UTF-8 text; undefined when it is longer than `limit` bytes, however it is framed. */
export async function readBody(
  message: Pick<Request, 'headers' | 'body'>,
  limit = FORM_LIMIT,
): Promise<string | undefined> {
  const given = message instanceof Response ? partsOf(message)?.body : undefined
  if (given) return Buffer.byteLength(given) > limit ? undefined : Buffer.from(given).toString('utf8')
  const chunks = await readChunks(message, limit)
  return chunks && Buffer.concat(chunks).toString('utf8')
}

/** The bytes of a body as received; undefined when it exceeds `limit` bytes. */
export async function readChunks(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  limit: number,
): Promise<readonly Uint8Array[] | undefined> {
  if (isTooLong({ headers }, limit)) return undefined
  const chunks: Uint8Array[] = []
  if (!body) return chunks
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    size += value.byteLength
    if (size > limit) {
      // Not awaited: when the message was cloned, cancelling waits for the other copy too.
      reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
}
