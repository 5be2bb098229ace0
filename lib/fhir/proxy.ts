// Passes FHIR requests of a page on to the FHIR server: below one base, with the bearer token of the page's own back-end.
import { messageOf } from '../cause.ts'
import type { Params } from '../http/params.ts'
import { queryParams, readBody } from '../http/params.ts'
import { type HeaderMap, NO_STORE, respond, respondJson } from '../http/respond.ts'
import type { Log } from '../log.ts'
import type { BackendServices } from '../oauth/backend-services.ts'
import { TokenRequestError } from '../oauth/token-request.ts'
import { TRACE_HEADER } from '../trace/trace.ts'
import { urlBelowBase, urlOfPath } from './fhir-url.ts'
import { replaceLongStrings } from './replace-long-strings.ts'

/** Largest answer that is passed on, in bytes: a page of 200 resources with narratives is far below it. */
const LONGEST_ANSWER = 16 * 1024 * 1024
/** Largest answer whose long strings are left out, in bytes: ten resources of the largest kind, or their versions. */
const LONGEST_SHORTENED = 16 * LONGEST_ANSWER
const JSON_TYPE = /^application\/(fhir\+)?json\s*(;|$)/i

interface PassThrough {
  readonly backend: Pick<BackendServices, 'get'>
  readonly log: Log
  readonly traceId?: string | undefined
  /** True when the page may read an address below the base. */
  readonly mayRead?: (url: string) => boolean
}

/** Answers `?url=…` (absolute, below `base`) or `?path=…` (such as `Patient/7`) as the FHIR base does, text untouched. */
export async function passThrough(
  { backend, log, traceId, mayRead = () => true }: PassThrough,
  base: string,
  request: Request,
): Promise<Response> {
  const url = requestedUrl(base, queryParams(request))
  if (!url) return refusal(400, 'invalid_request', 'Give one url below the FHIR base, or one path.')
  if (!mayRead(url)) return refusal(403, 'access_denied', 'This is not what the launch is about.')
  const shortened = queryParams(request).get('long') === 'left-out'
  return passAnswerOn(log, 'The FHIR base could not be read', () => backend.get(base, url, traceId), shortened)
}

/**
 * The FHIR base's answer for the page, with its status, version and text; 502 with the sentence `failed` when there is
 * none.
 */
export async function passAnswerOn(
  log: Log,
  failed: string,
  ask: () => Promise<Response>,
  shortened = false,
): Promise<Response> {
  try {
    return await passOn(await ask(), shortened)
  } catch (error) {
    log.warn({ cause: messageOf(error) }, failed)
    // Waiting does not help: nothing that this page's own client asks for is permitted by its role.
    if (error instanceof TokenRequestError && error.error === 'invalid_scope')
      return refusal(403, 'access_denied', `${failed}: the role of this page’s own client lacks the right to.`)
    return refusal(502, 'temporarily_unavailable', `${failed}.`)
  }
}

/** The JSON error for the page when its own back-end refuses to pass a request on. */
export const refusal = (status: number, error: string, error_description: string): Response =>
  respondJson(status, { error, error_description }, NO_STORE)

function requestedUrl(base: string, params: Params): string | undefined {
  const [url, path] = [params.get('url'), params.get('path')]
  if (params.repeated.size > 0 || (url === undefined) === (path === undefined)) return undefined
  return url === undefined ? urlOfPath(base, path ?? '') : urlBelowBase(base, url)
}

/**
 * An answer of the FHIR base for the page: its status, its text untouched, and the headers that the page needs.
 * `shortened` leaves out its long strings.
 */
export async function passOn(answer: Response, shortened = false): Promise<Response> {
  const headers = { ...NO_STORE, ...given(answer, 'etag'), ...given(answer, TRACE_HEADER) }
  if (answer.status === 204) return respond(204, null, headers)
  const type = answer.headers.get('content-type') ?? ''
  const body = JSON_TYPE.test(type) ? await readBody(answer, shortened ? LONGEST_SHORTENED : LONGEST_ANSWER) : undefined
  if (body === undefined) return refusal(502, 'temporarily_unavailable', 'The FHIR base did not answer in JSON.')
  return respond(answer.status, shortened ? await replaceLongStrings(body) : body, {
    'content-type': 'application/fhir+json',
    ...headers,
  })
}

function given({ headers }: Response, name: string): HeaderMap {
  const value = headers.get(name)
  return value === null ? {} : { [name]: value }
}
