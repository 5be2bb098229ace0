// Parses a request: its base, the path below it, its parameters. Host is never used (conformance DIS-23).
import type { Maybe } from '#lib/async/maybe.ts'
import { BASES, type BasePath, CANONICAL_BASE } from '#lib/fhir/bases.ts'
import { formParams, type Params, parseParams, queryParams, requestBody } from '#lib/http/params.ts'
import { FhirError, sentAs, shown } from './outcome.ts'

export interface Target {
  readonly base: BasePath
  /** The decoded segments below the base; undefined when the path is below no base. */
  readonly segments: readonly string[]
}

/** Documents also served at BASE_URL itself, for clients that take it for the FHIR base. */
const AT_BASE_URL = ['/metadata', '/.well-known/smart-configuration']

/**
 * The target of a request. The path is used exactly as sent: a URL parser would resolve `%2e%2e` before it could be
 * refused. Throws FhirError for invalid percent-encoding.
 */
export function targetOf(url: string, baseUrl: string): Target {
  const path = withoutPrefix(rawPath(url), rawPath(baseUrl))
  if (AT_BASE_URL.includes(path)) return { base: CANONICAL_BASE, segments: segmentsOf(path) }
  const base = LONGEST_FIRST.find((candidate) => path.startsWith(candidate) && isWhole(path.charAt(candidate.length)))
  if (!base) throw new FhirError(404, 'not-found', 'There is nothing at this address.')
  return { base, segments: segmentsOf(path.slice(base.length)) }
}

const LONGEST_FIRST = [...BASES].sort((one, other) => other.length - one.length)

/** True when a base may end before this character. */
const isWhole = (next: string): boolean => next === '' || next === '/'

const END_OF_PATH = /[?#]/

function rawPath(url: string): string {
  const from = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.search(END_OF_PATH)
  if (from < 0 || (end >= 0 && end < from)) return ''
  return end < 0 ? url.slice(from) : url.slice(from, end)
}

// A proxy may or may not pass on the path of {base_url}, which has no final slash.
const withoutPrefix = (path: string, prefix: string): string =>
  prefix.length > 1 && path.startsWith(prefix) && path.charAt(prefix.length) === '/' ? path.slice(prefix.length) : path

function segmentsOf(path: string): readonly string[] {
  const segments = (path.startsWith('/') ? path.slice(1) : path).split('/')
  if (segments.at(-1) === '') segments.pop() // One trailing slash makes no difference (conformance RDR-16).
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch (cause) {
    throw new FhirError(400, 'invalid', 'The path has an invalid percent-encoding.', { cause })
  }
}

/** Parameters of the query and, for a POST, of the form: FHIR R4 http.html §3.1.0.8 lets a search use both. */
export const parametersOf = (request: Request): Maybe<Params> => {
  const query = legible(queryParams(request))
  return request.method === 'POST' ? withForm(request, query) : query
}

/**
 * The parameters, if they can be decoded, so that no search is made for anything but what was meant. Throws FhirError
 * 400 for invalid percent-encoding.
 */
export function legible(params: Params): Params {
  if (params.isGarbled)
    throw new FhirError(
      400,
      'invalid',
      'The parameters have an invalid percent-encoding: encode UTF-8, and write % itself as %25.',
    )
  return params
}

/** A POST without content has no Content-Type to be of a wrong kind (RFC 9110 §8.3): its parameters are all in the URL. */
const hasNothing = async (request: Request): Promise<boolean> =>
  !request.headers.has('content-type') && (await requestBody(request)) === ''

async function withForm(request: Request, query: Params): Promise<Params> {
  if (await hasNothing(request)) return query
  const form = await formParams(request)
  if (form === 'content-type')
    throw new FhirError(
      415,
      'not-supported',
      `A search by POST must be application/x-www-form-urlencoded, in UTF-8; ${sentAs(request.headers)}.`,
    )
  if (form === 'too-large') throw new FhirError(413, 'too-long', 'The form is too large.')
  if (form === 'cut-off') throw new FhirError(400, 'invalid', 'The form is incomplete.')
  return parseParams(
    new URLSearchParams([...query.entries, ...legible(form).entries].map((pair) => [...pair])).toString(),
  )
}

/** The value of _pretty. Throws FhirError. */
export function prettyOf(params: Params): boolean {
  const value = single(params, '_pretty')
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new FhirError(400, 'invalid', `_pretty must be true or false; it is ${shown(value)}.`, {
      parameter: '_pretty',
    })
  return value === 'true'
}

/** Parameters that have a list for a value. */
const LISTS = ['_elements', '_sort']

/**
 * The value of a parameter that may occur once; an empty value counts as absent. Throws FhirError when it is repeated.
 */
export function single(params: Params, name: string): string | undefined {
  if (params.repeated.has(name)) {
    const once = LISTS.includes(name) ? 'put the values into one, with commas between them' : 'send it once'
    throw new FhirError(400, 'invalid', `${name} was sent twice: ${once}.`, { parameter: name })
  }
  return params.get(name) || undefined
}
