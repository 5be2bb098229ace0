// The resource server, put together: a request is routed, its caller authenticated, its interaction run, its answer sent.

import { andThen, type Maybe, rescued } from '#lib/async/maybe.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams } from '#lib/http/params.ts'
import { type Exceeded, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { requestContextOf } from '#lib/http/request-context.ts'
import type { Routed } from '#lib/http/router.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { NO_TRAIL } from '#lib/trace/trace.ts'
import { refusedTo, shownTo } from './audited.ts'
import { assertTokenNotInParameters, type Caller, type Callers, createCallers } from './bearer.ts'
import { bearerFacts, claimedClient } from './bearer-facts.ts'
import { cachedAnswer, keep, type Memory, wasCounted } from './cache/lookup.ts'
import { type ResponseCache, responseCache } from './cache/response-cache.ts'
import { type SearchPageCache, searchPageCache } from './cache/search-page-cache.ts'
import { BASES, type BasePath, CANONICAL_BASE, type FhirDeps } from './deps.ts'
import { negotiate } from './http/negotiate.ts'
import { type Reply, send, sendFailure, sendOptions } from './http/send.ts'
import { protectedResourceDocument } from './interactions/discovery.ts'
import { FhirError, invalidParameter } from './outcome.ts'
import { givenRequestId, parametersOf, single, targetOf } from './request.ts'
import { type Route, routeOf } from './routes.ts'

export type { FhirDeps } from './deps.ts'

export interface Fhir {
  /** The answer to a read that was answered before, where it still holds, or to a plain one. The server asks for it first. */
  readonly atOnce: (request: Request) => Maybe<Response | undefined>
  /** Everything under both FHIR bases, and the two documents at {base_url} itself. */
  readonly handle: Handler
  /** RFC 9728, at /.well-known/oauth-protected-resource and below. */
  readonly protectedResourceMetadata: Handler
}

export function createFhir(deps: FhirDeps): Fhir {
  const memory = { callers: createCallers(deps), answersOf: responseCache(), pagesOf: searchPageCache() }
  const atOnce = (request: Request) => cachedAnswer(deps, memory, request)
  return {
    atOnce,
    handle: (request) => andThen(atOnce(request), (answer) => answer ?? handle(deps, memory, request)),
    protectedResourceMetadata: (request) => protectedResourceMetadata(deps, request),
  }
}

function handle(deps: FhirDeps, { callers, answersOf, pagesOf }: Memory, request: Request): Maybe<Response> {
  const trail = deps.tracing.begin('fhir', request)
  const requestId = givenRequestId(request) ?? deps.random.uuid()
  const reply: Reply = { deps, request, requestId, isPublic: false, trail }
  let base: BasePath = CANONICAL_BASE
  let routed: Routed<Route> | undefined
  let caller: Caller | undefined
  return rescued(
    () => {
      const target = targetOf(request.url, deps.baseUrl)
      base = target.base
      const found = routeOf(target.segments)
      routed = found
      reply.isPublic = found.route.access === 'public'
      if (request.method === 'OPTIONS') return sendOptions(reply, allowOf(found))
      if (reply.isPublic) return answer(reply, base, found)
      const state = deps.state(requestContextOf(request)?.tick)
      // Now, so that what is found from here on is kept where this state's requests look.
      const [answers, pages] = [answersOf(state.versions), pagesOf(state.lists)]
      return andThen(callerOf(reply, callers, state.registry), (known) => {
        caller = known
        return answer(reply, base, found, { caller, answers, pages })
      })
    },
    (error) => {
      const failure = failureOf(error, reply)
      if (routed?.route.access === 'token') deps.audit.read(refusedTo(reply, caller, routed.path, failure.status))
      return sendFailure(reply, failure, base)
    },
  )
}

/** Who was let in, and what is kept of the answers to them. */
interface LetIn {
  readonly caller: Caller
  readonly answers: ResponseCache
  readonly pages: SearchPageCache
}

function answer(reply: Reply, base: BasePath, routed: Routed<Route>, letIn?: LetIn): Maybe<Response> {
  const { deps, request, trail } = reply
  const { route, path } = routed
  const { headers } = request
  if (!route.methods.includes(request.method)) throw methodNotAllowed(routed)
  return andThen(parametersOf(request), (params) => {
    if (letIn) assertTokenNotInParameters(params)
    const format = route.negotiates ? negotiate(headers.get('accept'), params) : 'application/json'
    const pretty = prettyOf(single(params, '_pretty'))
    const exchange = { deps, base, path, params, headers, pretty }
    if (route.access === 'public') return send(reply, route.interaction(exchange), { format, pretty })
    if (!letIn) throw new Error('A route that needs a token was reached without a caller')
    const { caller, pages } = letIn
    return andThen(route.interaction({ ...exchange, caller, trail, pages }), (result) => {
      const read = shownTo(reply, caller, path, params, result.shown ?? [])
      deps.audit.read(read)
      return andThen(send(reply, result, { format, pretty }), (response) => {
        const { interaction, shown } = read
        keep(reply, letIn, response, { interaction, shown, freshness: result.freshness })
        return response
      })
    })
  })
}

/** Who is calling, and not too often: counted by client, or by address where no good token tells the client. */
function callerOf(reply: Reply, callers: Callers, registry: unknown): Maybe<Caller> {
  const { deps, request, trail } = reply
  const check = () =>
    trail.check(
      'fhir.bearer',
      () => callers.authenticate(request.headers, queryParams(request), registry),
      () => bearerFacts(deps, request.headers),
    )
  return rescued(
    () =>
      andThen(check(), (caller) => {
        trail.client(caller.clientId)
        if (wasCounted(request)) return caller
        return andThen(deps.limits.client.count(caller.clientId), (exceeded) => {
          assertRate(exceeded)
          return caller
        })
      }),
    (error) => counted(reply, error),
  )
}

/** Who cannot be told from others is counted by the address. Throws the error, or that it is one request too many. */
function counted({ deps, request, requestId, trail }: Reply, error: unknown): Maybe<never> {
  if (!(error instanceof FhirError) || error.status !== 401) throw error
  // Of a token that is no good the trail tells; of none at all nothing is kept but this line.
  if (!error.explanation)
    deps.log.info({ check: 'fhir.bearer', status: 401, requestId, ip: deps.clientAddress(request) }, 'refused')
  trail.subject({ clientId: claimedClient(request.headers) })
  return andThen(deps.limits.address.count(deps.clientAddress(request)), (exceeded) => {
    assertRate(exceeded)
    throw error
  })
}

/** Throws FhirError when a request is one too many (conformance LIM-02). */
function assertRate(exceeded: Exceeded | undefined): void {
  if (exceeded)
    throw new FhirError(429, 'throttled', 'Wait as long as Retry-After says.', { headers: rateLimitHeaders(exceeded) })
}

const READ_ONLY =
  'The API is read-only over HTTP: this address takes what Allow names. Resources come in by ./bin/slipway import, at the server.'

const allowOf = ({ route }: Routed<Route>): string => [...route.methods, 'OPTIONS'].join(', ')

const methodNotAllowed = (routed: Routed<Route>): FhirError =>
  new FhirError(405, 'not-supported', READ_ONLY, { headers: { allow: allowOf(routed) } })

function prettyOf(value: string | undefined): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw invalidParameter('_pretty', '_pretty is true or false.')
  return value === 'true'
}

/** How long a client should wait before it asks again, in seconds. */
const RETRY_AFTER_S = 5

/** What went wrong, for the client; what nobody meant to throw is told to the log alone. */
function failureOf(error: unknown, { deps, requestId }: Reply): FhirError {
  if (error instanceof FhirError) return error
  deps.log.error({ requestId, err: error }, 'FHIR request failed')
  return error instanceof StorageUnavailable
    ? new FhirError(503, 'transient', 'Try again in a few seconds.', {
        headers: { 'retry-after': String(RETRY_AFTER_S) },
      })
    : new FhirError(500, 'exception', `Report this with the request id ${requestId}.`)
}

function protectedResourceMetadata(deps: FhirDeps, request: Request): Maybe<Response> {
  const requestId = givenRequestId(request) ?? deps.random.uuid()
  const reply: Reply = { deps, request, requestId, isPublic: true, trail: NO_TRAIL }
  if (request.method === 'OPTIONS') return sendOptions(reply, [...READ_METHODS, 'OPTIONS'].join(', '))
  const { pathname } = new URL(request.url)
  const base = [...BASES].reverse().find((candidate) => pathname.endsWith(candidate)) ?? CANONICAL_BASE
  const plain = { format: 'application/json', pretty: false } as const
  return allowing(READ_METHODS, () => send(reply, protectedResourceDocument(deps, base), plain))(request)
}
