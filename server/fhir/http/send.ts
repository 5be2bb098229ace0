// Turns results and failures into responses; the only place that sets status and headers (FHIR R4 http.html §3.1.0.1.9, RFC 9110).
import { stepsInSlices } from '#lib/async/in-slices.ts'
import { andThen, type Maybe } from '#lib/async/maybe.ts'
import type { WriteInteraction } from '#lib/audit/audit.ts'
import type { BasePath } from '#lib/fhir/bases.ts'
import { layingOut } from '#lib/fhir/json-text.ts'
import { isReading } from '#lib/http/allow.ts'
import { safeRequestId } from '#lib/http/request-id.ts'
import { type HeaderMap, respond } from '#lib/http/respond.ts'
import { describable } from '#lib/oauth/oauth-error.ts'
import { CORRELATION_HEADER, type StepRecorder, TRACE_HEADER } from '#lib/trace/trace.ts'
import type { FhirDeps } from '../deps.ts'
import { protectedResourceUrl } from '../interactions/smart-configuration.ts'
import { type Challenge, type FhirError, operationOutcome } from '../outcome.ts'
import type { Freshness, Result, Written } from '../result.ts'
import type { WriteTrace } from '../store.ts'
import { isNotModified } from './conditional.ts'
import { corsHeaders } from './cors.ts'
import { encode } from './encode.ts'
import { etagOf } from './etag.ts'
import type { Format } from './negotiate.ts'

/** The common part of every answer. */
export interface Reply {
  readonly deps: FhirDeps
  readonly request: Request
  readonly requestId: string
  /** True for an address that needs no authentication. */
  isPublic: boolean
  /** True if the registry allows the request's Origin. */
  readonly isOriginAllowed: boolean
  readonly recorder: StepRecorder
  /** The X-Trace-Id given to a write that came without one; the same on each call. */
  readonly traceId: () => string
  interaction?: WriteInteraction | undefined
  /** True once a known caller's request is carried out as a write. */
  isWrite?: boolean
}

type HeaderList = Record<string, string>

/** A public document may be a few minutes old (conformance DIS-21 allows an hour). */
const PUBLIC_MAX_AGE_S = 300
/** A version never changes, but the permission to read it may, so the reader's own cache drops it after a day. */
const VERSION_MAX_AGE_S = 86_400

const CACHE_CONTROL: Readonly<Record<Freshness, string>> = {
  revalidate: 'private, no-cache',
  immutable: `private, max-age=${VERSION_MAX_AGE_S}, immutable`,
  never: 'private, no-store',
  public: `public, max-age=${PUBLIC_MAX_AGE_S}`,
}

interface Presentation {
  readonly format: Format
  readonly pretty: boolean
}

/** 200 with the document, or 304 when the client already has it. */
export const send = (reply: Reply, result: Result, presentation: Presentation): Maybe<Response> =>
  andThen(success(reply, result, presentation), (response) => reply.recorder.end(response))

function success(reply: Reply, result: Result, { format, pretty }: Presentation): Maybe<Response> {
  const { tag, lastUpdated, location, freshness, handling, cost } = result
  const headers = common(reply)
  headers['cache-control'] = CACHE_CONTROL[freshness]
  if (tag !== undefined) headers['etag'] = etagOf(tag)
  if (lastUpdated !== undefined) headers['last-modified'] = httpDate(lastUpdated)
  if (location !== undefined) headers['content-location'] = location
  if (handling) headers['preference-applied'] = `handling=${handling}`
  if (cost) headers['server-timing'] = `search;desc="${cost === 'memory' ? cost : `${cost.led}, ${cost.rows} rows`}"`
  const { request } = reply
  if (isReading(request) && isNotModified(request.headers, { tag, lastUpdated }, reply.deps.clock))
    return respond(304, null, headers)
  if (result.media !== undefined) return sendBody(reply, 200, result.body, { ...headers, ...ofBytes(result) })
  headers['content-type'] = result.plain ? 'application/json' : `${format}; charset=utf-8`
  return pretty
    ? laidOut(textOf(result.body), (body) => sendBody(reply, 200, body, headers))
    : sendBody(reply, 200, result.body, headers)
}

/** For people: in slices, since a page of 8 MiB takes half a second. */
const laidOut = (text: string, send: (text: string) => Maybe<Response>): Promise<Response> =>
  stepsInSlices(layingOut(text)).then(send)

/** The headers of bytes that others wrote: a browser runs nothing of them as a page of ours. */
const ofBytes = ({ media = '', context }: Result): HeaderList => ({
  'content-type': media,
  'content-security-policy': 'sandbox',
  ...(context === undefined ? {} : { 'x-security-context': context }),
})

/** A failure as an OperationOutcome, with its challenge. */
export function sendFailure(reply: Reply, error: FhirError, base: BasePath): Maybe<Response> {
  const { challenge, versionId, headers = {} } = error.options
  const all: HeaderList = {
    ...common(reply),
    'cache-control': CACHE_CONTROL.never,
    'content-type': 'application/fhir+json; charset=utf-8',
    ...headers,
  }
  if (challenge)
    all['www-authenticate'] = bearerChallenge(challenge, error.message, protectedResourceUrl(reply.deps.baseUrl, base))
  if (versionId !== undefined) all['etag'] = etagOf(versionId)
  if (reply.interaction) Object.assign(all, numbered(reply))
  // Only refusals by a check and faults are stored on their own; other requests only as part of a launch.
  const wrong = error.explanation !== undefined || error.status >= 500 ? error : undefined
  const body = operationOutcome(error, reply.recorder.id(wrong !== undefined))
  return andThen(sendBody(reply, error.status, body, all), (response) => reply.recorder.end(response, wrong))
}

/** OPTIONS: the capabilities of an address, without a token and without data (conformance HOC-07). */
export const sendOptions = (reply: Reply, allowed: HeaderMap): Response =>
  respond(204, null, { ...common(reply), ...allowed })

/** The answer to a write: never cached, with the resulting version (FHIR R4 http.html#create, #update). */
export function sendWritten(reply: Reply, written: Written, { format, pretty }: Presentation): Maybe<Response> {
  const { status, body, version, location, applied } = written
  const headers: HeaderList = { ...common(reply), ...numbered(reply), 'cache-control': CACHE_CONTROL.never }
  if (version) {
    headers['etag'] = etagOf(version.versionId)
    headers['last-modified'] = httpDate(version.lastUpdated)
  }
  if (location !== undefined) headers['location'] = location
  // Which resource was updated, patched or found by criteria, a body may not say (RFC 9110 §8.7).
  if (location !== undefined && status === 200) headers['content-location'] = location
  if (applied !== undefined) headers['preference-applied'] = `return=${applied}`
  if (body !== undefined) headers['content-type'] = `${format}; charset=utf-8`
  const answer =
    body === undefined
      ? respond(status, null, headers)
      : pretty
        ? laidOut(body, (text) => sendBody(reply, status, text, headers))
        : sendBody(reply, status, body, headers)
  return andThen(answer, (response) => reply.recorder.end(response))
}

/** The ids by which a request can be found: its own X-Request-Id, and the client's X-Trace-Id and X-Correlation-Id. */
export function numbersOf({ request, requestId, traceId }: Reply): WriteTrace {
  const given = (name: string) => safeRequestId(request.headers.get(name))
  return { requestId, correlationId: given(CORRELATION_HEADER), traceId: given(TRACE_HEADER) ?? traceId() }
}

/** Answers to writes repeat the client's X-Trace-Id, or the one assigned here (Koppeltaal). */
function numbered(reply: Reply): HeaderList {
  const { traceId, correlationId } = numbersOf(reply)
  return correlationId === undefined
    ? { [TRACE_HEADER]: traceId }
    : { [TRACE_HEADER]: traceId, [CORRELATION_HEADER]: correlationId }
}

const textOf = (body: Result['body']): string => (typeof body === 'string' ? body : Buffer.from(body).toString())

const sendBody = ({ request }: Reply, status: number, body: Result['body'], headers: HeaderList): Maybe<Response> =>
  andThen(encode(body, request.headers.get('accept-encoding')), (encoded) => {
    headers['content-length'] = String(encoded.length)
    if (encoded.coding) headers['content-encoding'] = encoded.coding
    return respond(status, request.method === 'HEAD' ? null : encoded.body, headers)
  })

function common({ request, requestId, isPublic, isOriginAllowed }: Reply): HeaderList {
  const headers: HeaderList = {
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    vary: isPublic ? PUBLIC_VARY : TOKEN_VARY,
  }
  return isPublic || request.headers.has('origin')
    ? Object.assign(headers, corsHeaders(request, { isPublic, isOriginAllowed }))
    : headers
}

/** Cached for a second: resources imported together are often read together. */
let lastDate = { second: 0, text: new Date(0).toUTCString() }

/** An HTTP-date (RFC 9110 §5.6.7). */
function httpDate(time: number): string {
  const second = Math.floor(time / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(time).toUTCString() }
  return lastDate.text
}

const PUBLIC_VARY = 'Accept, Accept-Encoding'
const TOKEN_VARY = `${PUBLIC_VARY}, Authorization, Authentication, Prefer, Origin`

/**
 * WWW-Authenticate (RFC 6750 §3), with the address of the resource's metadata (RFC 9728 §5.1). An error has its reason, which
 * OAuth libraries show in place of the OperationOutcome.
 */
function bearerChallenge({ error, scope }: Challenge, reason: string, metadata: string): string {
  const params = ['realm="slipway"']
  if (error) params.push(`error="${error}"`)
  if (scope) params.push(`scope="${scope}"`)
  if (error) params.push(`error_description="${describable(reason)}"`)
  return `Bearer ${[...params, `resource_metadata="${metadata}"`].join(', ')}`
}
