// Assembles the resource server: a request is routed, its caller authenticated, its interaction run, its answer sent.
import { andThen, type Maybe, rescued } from '#lib/async/maybe.ts'
import type { ReadInteraction, WriteInteraction as WriteInteractionName } from '#lib/audit/audit.ts'
import { BASES, type BasePath, CANONICAL_BASE } from '#lib/fhir/bases.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams } from '#lib/http/params.ts'
import { type Exceeded, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import type { Routed } from '#lib/http/router.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import { refusedTo, shownTo } from './audited.ts'
import { type Authenticate, assertTokenNotInParameters, createAuthenticate } from './bearer.ts'
import { bearerFacts, claimedClient } from './bearer-facts.ts'
import { fhirCache } from './cache/cache.ts'
import type { Caller } from './caller.ts'
import type { FhirDeps } from './deps.ts'
import { assertOffered, nothingHere, type WriteInteraction } from './exchange.ts'
import { failureOf } from './failure.ts'
import { negotiated } from './http/binary.ts'
import { allowedOrigin } from './http/cors.ts'
import { type Format, negotiate } from './http/negotiate.ts'
import { numbersOf, type Reply, send, sendFailure, sendOptions, sendWritten } from './http/send.ts'
import { protectedResourceDocument } from './interactions/discovery.ts'
import type { CachedRead, Memory, StateMemory } from './memory.ts'
import { FhirError } from './outcome.ts'
import { legible, parametersOf, prettyOf, targetOf } from './request.ts'
import { allowHeaders, type Route, routeOf, writeOf } from './routes.ts'
import { auditedRefusal } from './write/audited-write.ts'
import { type BoundedWrites, boundConcurrentWrites } from './write/concurrent-writes.ts'

export type { FhirDeps } from './deps.ts'

/** The resource server's interface for the table of addresses. */
export interface Fhir {
  /** The cached answer to a repeated read, while it is valid, without waiting. The server calls it first. */
  readonly cached: (request: Request) => Maybe<Response> | undefined
  /** Everything under both FHIR bases, and the two documents at {base_url} itself. */
  readonly handle: Handler
  /** RFC 9728, at /.well-known/oauth-protected-resource and below. */
  readonly protectedResourceMetadata: Handler
}

interface Server {
  readonly deps: FhirDeps
  readonly memory: Memory | undefined
  readonly authenticate: Authenticate
  readonly boundedWrites: BoundedWrites
}

/** Creates the resource server from its ports. Each instance has its own caches of callers, answers and search pages. */
export function createFhir(deps: FhirDeps): Fhir {
  const memory = deps.remembers ? fhirCache(deps) : undefined
  const server = { deps, memory, authenticate: createAuthenticate(deps), boundedWrites: boundConcurrentWrites() }
  const cached = (request: Request) => {
    const read = memory?.find(request)
    return read && cachedAnswer(server, request, read)
  }
  return {
    cached,
    handle: (request) => cached(request) ?? handle(server, request),
    protectedResourceMetadata: (request) => protectedResourceMetadata(deps, request),
  }
}

/** The cached answer, unless the rate limit is exceeded: that is refused as on the uncached path. */
const cachedAnswer = (server: Server, request: Request, { caller, repeat }: CachedRead): Maybe<Response> =>
  andThen(server.deps.limits.client.count(caller.clientId), (exceeded) =>
    exceeded ? handle(server, request, exceeded) : repeat(),
  )

/** `exceeded` is the result of counting the request, if it was already counted. */
const handle = (server: Server, request: Request, exceeded?: Exceeded): Maybe<Response> =>
  andThen(allowedOrigin(request, server.deps), (isOriginAllowed) => handled(server, request, isOriginAllowed, exceeded))

function handled(server: Server, request: Request, isOriginAllowed: boolean, exceeded?: Exceeded): Maybe<Response> {
  const { deps, memory, authenticate } = server
  const recorder = deps.tracing.begin('fhir', request)
  const requestId = requestIdOf(request) ?? deps.random.uuid()
  const traceId = once(deps.random.uuid)
  const reply: Reply = { deps, request, requestId, traceId, isPublic: false, isOriginAllowed, recorder }
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
      if (request.method === 'OPTIONS') return sendOptions(reply, allowHeaders(found))
      if (reply.isPublic) return answer(reply, base, found)
      reply.interaction = changeOf(found, request.method, target.segments)
      const remembered = memory?.now(request)
      return andThen(callerOf(reply, authenticate, remembered, exceeded), (known) => {
        caller = known
        assertOffered(found.route, target.segments)
        const write = writeOf(found, request.method)
        if (write) {
          recorder.step('fhir.write')
          recorder.named(traceId)
        }
        return write
          ? server.boundedWrites(known.clientId, () => answerWrite(reply, base, found.path, known, write))
          : answer(reply, base, found, { caller, remembered })
      })
    },
    (error) => {
      const failure = failureOf(error, reply)
      if (routed?.route.access === 'token') auditRefusal(reply, caller, routed.path, routed.route.code, failure)
      return sendFailure(reply, failure, base)
    },
  )
}

/** An authenticated caller, and the caches of the database state at that time. */
interface LetIn {
  readonly caller: Caller
  readonly remembered: StateMemory | undefined
}

function answer(reply: Reply, base: BasePath, routed: Routed<Route>, letIn?: LetIn): Maybe<Response> {
  const { deps, request, recorder } = reply
  const { route, path } = routed
  const { headers } = request
  if (route.interaction === nothingHere) nothingHere() // Whatever the method.
  if (!route.methods.includes(request.method)) throw methodNotAllowed(routed)
  return andThen(parametersOf(request), (params) => {
    if (letIn) assertTokenNotInParameters(params)
    const accept = headers.get('accept')
    // Whether a Binary can be had as its bytes depends on what they are.
    const isBinary = path['type'] === 'Binary' && 'isInstance' in route
    const format = route.negotiates && !isBinary ? negotiate(accept, params) : 'application/json'
    const pretty = prettyOf(params)
    const exchange = { deps, base, path, params, headers, pretty }
    if (route.access === 'public') return send(reply, route.interaction(exchange), { format, pretty })
    if (!letIn) throw new Error('A route that needs a token was reached without a caller')
    const { caller, remembered } = letIn
    return andThen(route.interaction({ ...exchange, request, caller, recorder, pages: remembered?.pages }), (found) => {
      const { result, format: given } = isBinary ? negotiated(found, { accept, params }) : { result: found, format }
      const read = shownTo(reply, caller, { path, code: route.code }, params, result)
      deps.audit.read(read)
      return andThen(send(reply, result, { format: given, pretty }), (response) => {
        const { interaction, shown } = read
        remembered?.keepAnswer(request, response, { interaction, shown, freshness: result.freshness })
        return response
      })
    })
  })
}

/** Computes a value on first use. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Performs a write: the interaction reads its body after the caller's permission is checked. */
async function answerWrite(
  reply: Reply,
  base: BasePath,
  path: Readonly<Record<string, string>>,
  caller: Caller,
  interaction: WriteInteraction,
): Promise<Response> {
  const { deps, request, recorder } = reply
  const { headers } = request
  const params = queryParams(request)
  let format: Format = 'application/fhir+json'
  const negotiated = () => {
    format = negotiate(headers.get('accept'), legible(params))
    prettyOf(params)
  }
  const written = await interaction({
    ...{ deps, base, path, params, headers, pretty: false, caller, recorder, request },
    numbers: numbersOf(reply),
    negotiate: negotiated,
    auditedAs: (name) => {
      reply.interaction = name
    },
  })
  return sendWritten(reply, written, { format, pretty: prettyOf(params) })
}

/**
 * The audit event of a refused or failed request. Those of unauthenticated callers, and those over the rate limit, are
 * grouped.
 */
function auditRefusal(
  reply: Reply,
  caller: Caller | undefined,
  path: Readonly<Record<string, string>>,
  read: ReadInteraction | undefined,
  failure: FhirError,
): void {
  const { deps, request } = reply
  const { status, code } = failure
  const { interaction } = reply
  if (!interaction || !caller || status === 429) {
    deps.audit.read(refusedTo(reply, caller, { path, code: read }, status))
    return
  }
  const { type, id } = path
  const refusal = { interaction, status, code, type, id }
  deps.writes.audit.refused(auditedRefusal(refusal, { deps, request, caller, numbers: numbersOf(reply) }))
}

/** The interaction that a request would perform, even if its address does not allow the method; undefined for a read. */
function changeOf(
  { route }: Routed<Route>,
  method: string,
  segments: readonly string[],
): WriteInteractionName | undefined {
  if (route.methods.includes(method)) return undefined
  return method === 'POST' && segments.some((part) => part.startsWith('$')) ? 'operation' : WRITES[method]
}

/** The interaction of a method, as long as the body is unread. */
const WRITES: Readonly<Record<string, WriteInteractionName>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** Authenticates the caller and counts the request against its rate limit: by client, or by address without a valid token. */
function callerOf(
  reply: Reply,
  authenticate: Authenticate,
  remembered: StateMemory | undefined,
  exceeded: Exceeded | undefined,
): Maybe<Caller> {
  const { deps, request, recorder } = reply
  const check = () =>
    recorder.check(
      'fhir.bearer',
      () => authenticate(request.headers, queryParams(request), remembered),
      () => bearerFacts(deps, request.headers),
    )
  return rescued(
    () =>
      andThen(check(), (caller) => {
        recorder.client(caller.clientId)
        return andThen(exceeded ?? deps.limits.client.count(caller.clientId), (tooMany) => {
          assertRate(tooMany)
          return caller
        })
      }),
    (error) => counted(reply, error),
  )
}

/** Counts an unauthenticated request against its address. Throws the error, or the refusal of the rate limit. */
function counted({ deps, request, requestId, recorder }: Reply, error: unknown): Maybe<never> {
  if (!(error instanceof FhirError) || error.status !== 401) throw error
  // The recorder records an invalid token; for a missing one this line is the only record.
  if (!error.explanation)
    deps.log.info({ check: 'fhir.bearer', status: 401, requestId, ip: deps.clientAddress(request) }, 'refused')
  recorder.subject({ clientId: claimedClient(request.headers) })
  return andThen(deps.limits.address.count(deps.clientAddress(request)), (exceeded) => {
    assertRate(exceeded)
    throw error
  })
}

/** Throws FhirError when the rate limit is exceeded (conformance LIM-02). */
function assertRate(exceeded: Exceeded | undefined): void {
  if (exceeded)
    throw new FhirError(429, 'throttled', 'Wait as long as Retry-After says.', { headers: rateLimitHeaders(exceeded) })
}

/** The methods are in Allow, and in the sentence for people whose client shows no headers. */
function methodNotAllowed(routed: Routed<Route>): FhirError {
  const headers = allowHeaders(routed)
  return new FhirError(405, 'not-supported', `This address accepts ${headers.allow}.`, { headers })
}

function protectedResourceMetadata(deps: FhirDeps, request: Request): Maybe<Response> {
  const requestId = requestIdOf(request) ?? deps.random.uuid()
  const reply: Reply = {
    deps,
    request,
    requestId,
    traceId: deps.random.uuid,
    isPublic: true,
    isOriginAllowed: false,
    recorder: NO_RECORDER,
  }
  if (request.method === 'OPTIONS') return sendOptions(reply, { allow: [...READ_METHODS, 'OPTIONS'].join(', ') })
  const { pathname } = new URL(request.url)
  const base = [...BASES].reverse().find((candidate) => pathname.endsWith(candidate)) ?? CANONICAL_BASE
  const plain = { format: 'application/json', pretty: false } as const
  return allowing(READ_METHODS, () => send(reply, protectedResourceDocument(deps, base), plain))(request)
}
