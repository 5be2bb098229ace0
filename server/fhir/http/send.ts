// Turns results and failures into responses; the only place that sets status and headers (FHIR R4 http.html §3.1.0.1.9, RFC 9110).

import { andThen, type Maybe } from '#lib/async/maybe.ts'
import { pretty as layOut } from '#lib/fhir/json-text.ts'
import { respond } from '#lib/http/respond.ts'
import type { Trail } from '#lib/trace/trace.ts'
import type { BasePath, FhirDeps } from '../deps.ts'
import { protectedResourceUrl } from '../interactions/smart-configuration.ts'
import { type Challenge, type FhirError, operationOutcome } from '../outcome.ts'
import type { Freshness, Result } from '../result.ts'
import { isNotModified } from './conditional.ts'
import { corsHeaders } from './cors.ts'
import { encode } from './encode.ts'
import type { Format } from './negotiate.ts'

/** The common part of every answer to a request. */
export interface Reply {
  readonly deps: FhirDeps
  readonly request: Request
  readonly requestId: string
  /** True for an address without authentication. */
  isPublic: boolean
  /** The record of the request. */
  readonly trail: Trail
}

type HeaderList = Record<string, string>

/** A public document may be a few minutes old (conformance DIS-21 allows an hour). */
const PUBLIC_MAX_AGE_S = 300
/** A version never changes, but who may read it does: a reader's own cache lets go of it after a day. */
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

/** 200 with the document, or 304 when the client has it already. */
export const send = (reply: Reply, result: Result, presentation: Presentation): Maybe<Response> =>
  andThen(success(reply, result, presentation), (response) => reply.trail.end(response))

function success(reply: Reply, result: Result, { format, pretty }: Presentation): Maybe<Response> {
  const { tag, lastUpdated, location, freshness, handling } = result
  const headers = common(reply)
  headers['cache-control'] = CACHE_CONTROL[freshness]
  if (tag !== undefined) headers['etag'] = `W/"${tag}"`
  if (lastUpdated !== undefined) headers['last-modified'] = httpDate(lastUpdated)
  if (location !== undefined) headers['content-location'] = location
  if (handling) headers['preference-applied'] = `handling=${handling}`
  const { request } = reply
  if (isReading(request) && isNotModified(request.headers, { tag, lastUpdated }, reply.deps.clock))
    return respond(304, null, headers)
  headers['content-type'] = result.plain ? 'application/json' : `${format}; charset=utf-8`
  return sendBody(reply, 200, pretty ? layOut(textOf(result.body)) : result.body, headers)
}

/** A failure as an OperationOutcome, with the challenge that goes with it. */
export function sendFailure(reply: Reply, error: FhirError, base: BasePath): Maybe<Response> {
  const { challenge, versionId, headers = {} } = error.options
  const all: HeaderList = {
    ...common(reply),
    'cache-control': CACHE_CONTROL.never,
    'content-type': 'application/fhir+json; charset=utf-8',
    ...headers,
  }
  if (challenge) all['www-authenticate'] = bearerChallenge(challenge, protectedResourceUrl(reply.deps.baseUrl, base))
  if (versionId !== undefined) all['etag'] = `W/"${versionId}"`
  // Only refusals by a check and faults are stored for their own sake; other requests only as part of a launch.
  const wrong = error.explanation !== undefined || error.status >= 500 ? error : undefined
  const body = operationOutcome(error, reply.trail.id(wrong !== undefined))
  return andThen(sendBody(reply, error.status, body, all), (response) => reply.trail.end(response, wrong))
}

/** OPTIONS: what the address can do, without a token and without data (conformance HOC-07). */
export const sendOptions = (reply: Reply, allow: string): Response => respond(204, null, { ...common(reply), allow })

const textOf = (body: Result['body']): string => (typeof body === 'string' ? body : Buffer.from(body).toString())

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const sendBody = ({ request }: Reply, status: number, body: Result['body'], headers: HeaderList): Maybe<Response> =>
  andThen(encode(body, request.headers.get('accept-encoding')), (encoded) => {
    headers['content-length'] = String(encoded.length)
    if (encoded.coding) headers['content-encoding'] = encoded.coding
    return respond(status, request.method === 'HEAD' ? null : encoded.body, headers)
  })

function common({ deps, request, requestId, isPublic }: Reply): HeaderList {
  const headers: HeaderList = {
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    vary: isPublic ? PUBLIC_VARY : TOKEN_VARY,
  }
  return isPublic || request.headers.has('origin')
    ? Object.assign(headers, corsHeaders(request, isPublic, deps))
    : headers
}

/** Of the second that was last asked for: what came in together is often read together. */
let lastDate = { second: 0, text: new Date(0).toUTCString() }

/** An HTTP-date (RFC 9110 §5.6.7). */
function httpDate(time: number): string {
  const second = Math.floor(time / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(time).toUTCString() }
  return lastDate.text
}

const PUBLIC_VARY = 'Accept, Accept-Encoding'
const TOKEN_VARY = `${PUBLIC_VARY}, Authorization, Authentication, Prefer, Origin`

/** WWW-Authenticate (RFC 6750 §3), with the address of the resource's metadata (RFC 9728 §5.1). */
function bearerChallenge({ error, scope }: Challenge, metadata: string): string {
  const params = ['realm="slipway"']
  if (error) params.push(`error="${error}"`)
  if (scope) params.push(`scope="${scope}"`)
  return `Bearer ${[...params, `resource_metadata="${metadata}"`].join(', ')}`
}
