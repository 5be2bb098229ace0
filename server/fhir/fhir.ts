// Assembles the resource server: a request is routed, its caller authenticated, its interaction run, its answer sent.
import { andThen, type Maybe, rescued } from '#lib/async/maybe.ts'
import { BASES, type BasePath, CANONICAL_BASE } from '#lib/fhir/bases.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Exceeded } from '#lib/http/rate-limit.ts'
import { requestContextOf } from '#lib/http/request-context.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import type { Routed } from '#lib/http/router.ts'
import type { SystemScope } from '#lib/oauth/smart-scope.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import { shownTo } from './audited.ts'
import { auditRefusal, changeOf } from './audited-refusal.ts'
import { type Authenticate, assertTokenNotInParameters, createAuthenticate } from './bearer.ts'
import { fhirCache } from './cache/cache.ts'
import type { CachedRead, Memory, StateMemory } from './cache-port.ts'
import type { Caller } from './caller.ts'
import { callerOf } from './caller-of.ts'
import type { FhirDeps } from './deps.ts'
import { assertOffered, nothingHere } from './exchange.ts'
import { failureOf } from './failure.ts'
import { negotiated } from './http/binary.ts'
import { allowedOrigin } from './http/cors.ts'
import { negotiate } from './http/negotiate.ts'
import { type Reply, send, sendFailure, sendOptions } from './http/send.ts'
import { inNameOf } from './in-name-of.ts'
import { protectedResourceDocument } from './interactions/discovery.ts'
import { FhirError, RefusedWrite } from './outcome.ts'
import { parametersOf, prettyOf, targetOf } from './request.ts'
import { allowHeaders, type Route, routeOf, writeOf } from './routes.ts'
import { type BoundedWrites, boundConcurrentWrites } from './write/concurrent-writes.ts'
import { answerWrite } from './write/endpoint.ts'

export type { FhirDeps } from './deps.ts'

/** The resource server's interface for the table of addresses. */
export interface Fhir {
  /** The cached answer to a repeated read, while it is valid, without waiting. The server calls it first. */
  readonly cached: (request: Request) => Maybe<Response | undefined>
  /** Everything under both FHIR bases, and the two documents at {base_url} itself. */
  readonly handle: Handler
  /** A request of the domain itself in the name of an app, with one scope and no token. Nothing of it is cached. */
  readonly handleFor: (clientId: string, scope: SystemScope, request: Request) => Maybe<Response>
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
  const cached = (request: Request): Maybe<Response | undefined> => {
    const context = requestContextOf(request)
    if (context?.isNotCached) return undefined
    return andThen<CachedRead | undefined, Response | undefined>(memory?.find(request), (read) => {
      if (read) return cachedAnswer(server, request, read)
      if (context) context.isNotCached = true
      return undefined
    })
  }
  return {
    cached,
    handle: (request) => andThen(cached(request), (answer) => answer ?? handle(server, request)),
    handleFor: (clientId, scope, request) =>
      handled({ ...server, memory: undefined, authenticate: inNameOf(deps, clientId, scope) }, request, false),
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
      return andThen(memory?.now(request), (remembered) =>
        andThen(callerOf(reply, authenticate, remembered, exceeded), (known) => {
          caller = known
          assertOffered(found.route, target.segments)
          const write = writeOf(found, request.method)
          if (write) {
            reply.isWrite = true
            recorder.step('fhir.write')
            recorder.named(traceId)
          }
          return write
            ? server.boundedWrites(known.clientId, () => answerWrite(reply, base, found.path, known, write))
            : answer(reply, base, found, { caller, remembered })
        }),
      )
    },
    (error) => {
      const failed = failureOf(error, reply)
      // Only one that is stored: those beyond the limit of a client say nothing in a trace.
      const isTraced = reply.isWrite && failed.status < 500 && recorder.id() !== undefined
      const failure = isTraced ? new RefusedWrite(failed) : failed
      const audited =
        routed?.route.access === 'token' && auditRefusal(reply, caller, routed.path, routed.route.code, failure)
      return andThen(audited, () => sendFailure(reply, failure, base))
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
    const ask = () => route.interaction({ ...exchange, request, caller, recorder, pages: remembered?.pages })
    // A reader of the log sees everything up to now.
    return andThen(path['type'] === 'AuditEvent' ? andThen(deps.audit.flush(), ask) : ask(), (found) => {
      const { result, format: given } = isBinary ? negotiated(found, { accept, params }) : { result: found, format }
      const read = shownTo(reply, caller, { path, code: route.code }, params, result)
      const answered = () =>
        andThen(send(reply, result, { format: given, pretty }), (response) => {
          const { interaction, shown } = read
          remembered?.keepAnswer(request, response, { interaction, shown, freshness: result.freshness })
          return response
        })
      return andThen(deps.audit.read(read), answered)
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
