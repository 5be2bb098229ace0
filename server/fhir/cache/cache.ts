// Reads that are answered before anything else is looked at: those of which the answer is kept and still holds, and plain
// ones. Who asks is let in, counted and written down as always.

import { andThen, type Maybe } from '#lib/async/maybe.ts'
import { partsOf } from '#lib/http/plain-response.ts'
import { requestContextOf } from '#lib/http/request-context.ts'
import { cachedResponse } from '#lib/http/respond.ts'
import { NO_TRAIL } from '#lib/trace/trace.ts'
import { refusedTo, shownAtOnce } from '../audited.ts'
import type { Caller, Callers } from '../bearer.ts'
import { CANONICAL_BASE, type FhirDeps } from '../deps.ts'
import type { Format } from '../http/negotiate.ts'
import { type Reply, send, sendFailure } from '../http/send.ts'
import { readWhole, type Wanted } from '../interactions/read.ts'
import { FhirError } from '../outcome.ts'
import { givenRequestId } from '../request.ts'
import type { Freshness, Result } from '../result.ts'
import { plainFormat, plainlyAsked } from './plain-read.ts'
import { type CachedAnswer, conditionsOf, keyOf, offer, type ResponseCache } from './response-cache.ts'
import type { SearchPageCache } from './search-page-cache.ts'

/** What is remembered from one request to the next. */
export interface Memory {
  readonly callers: Callers
  readonly answersOf: (versions: unknown) => ResponseCache
  readonly pagesOf: (lists: unknown) => SearchPageCache
}

/**
 * The answer that this request had before, where it still holds, or that to a plain read; undefined where more has to be done
 * for it, or where it is one request too many.
 */
export function cachedAnswer(deps: FhirDeps, memory: Memory, request: Request): Maybe<Response | undefined> {
  const context = requestContextOf(request)
  if (!deps.remembers || request.method !== 'GET' || context?.isLookedUp) return undefined
  if (context) context.isLookedUp = true
  const known = knownOf(memory, request)
  const state = known && stateFor(deps, request)
  const caller = state && callerIn(known, memory, request, state.registry)
  if (!caller) return undefined
  const answers = memory.answersOf(state.versions)
  const key = keyOf(caller, request.url, known.conditions)
  const answer = answers.find(key)
  if (answer) return counted(deps, caller, request, () => again(deps, request, caller, answer))
  const { format } = known
  const wanted = format && plainlyAsked(deps, caller, request.url)
  return (
    wanted && counted(deps, caller, request, () => plainly({ deps, request, caller, answers, key, format }, wanted))
  )
}

/** Undefined where it is one request too many, or is given up: that one is counted already. */
const counted = (
  deps: FhirDeps,
  { clientId }: Caller,
  request: Request,
  answer: () => Maybe<Response | undefined>,
): Maybe<Response | undefined> =>
  andThen(deps.limits.client.count(clientId), (exceeded) =>
    exceeded
      ? undefined
      : andThen(answer(), (response) => {
          if (!response) COUNTED.add(requestContextOf(request) ?? request)
          return response
        }),
  )

const COUNTED = new WeakSet<object>()

/** Whether a request that was given up here was counted before. */
export const wasCounted = (request: Request): boolean => COUNTED.has(requestContextOf(request) ?? request)

/** What the header section of a request comes to. */
interface KnownHead {
  readonly conditions: string
  /** Of plain reads; undefined where there are none. */
  readonly format: Format | undefined
  caller: Caller | undefined
  /** The state of the registry that the caller was found in. */
  registry: unknown
  readonly owner: Memory
}

/** Undefined for a head that no kept answer is for. */
function knownOf(owner: Memory, request: Request): KnownHead | undefined {
  const head = requestContextOf(request)?.head
  const before = head?.workedOut as KnownHead | undefined
  if (before?.owner === owner) return before
  const { headers } = request
  const conditions = headers.has('authorization') ? conditionsOf(headers) : undefined
  if (conditions === undefined) return undefined
  const known = { conditions, format: plainFormat(headers), caller: undefined, registry: undefined, owner }
  if (head) head.workedOut = known
  return known
}

function callerIn(known: KnownHead, { callers }: Memory, { headers }: Request, registry: unknown): Caller | undefined {
  if (known.caller && known.registry === registry && callers.isAlive(known.caller)) return known.caller
  known.caller = callers.known(headers, registry)
  known.registry = registry
  return known.caller
}

/** Undefined when the database cannot be looked at: whoever works the answer out finds the same, and has the words for it. */
function stateFor(deps: FhirDeps, request: Request) {
  try {
    return deps.state(requestContextOf(request)?.tick)
  } catch {
    return undefined
  }
}

function again(deps: FhirDeps, request: Request, caller: Caller, answer: CachedAnswer): Response {
  const requestId = requestIdOf(deps, request)
  deps.audit.read(shownAtOnce({ deps, request, requestId, headers: headersOf(request) }, caller, answer))
  return cachedResponse(answer.parts, requestId)
}

interface Plainly extends Pick<Reply, 'deps' | 'request'> {
  readonly caller: Caller
  readonly answers: ResponseCache
  /** Under which the answer is kept. */
  readonly key: string
  readonly format: Format
}

/** The answer to a plain read, or why there is none; undefined for what is nobody's fault but ours. */
function plainly(plain: Plainly, wanted: Wanted): Maybe<Response | undefined> {
  const { deps, request } = plain
  const reply = { deps, request, requestId: requestIdOf(deps, request), isPublic: false, trail: NO_TRAIL }
  try {
    return sendPlainly(plain, reply, readWhole(deps, wanted))
  } catch (error) {
    if (!(error instanceof FhirError)) return undefined
    const { type, id } = wanted
    deps.audit.read(refusedTo(reply, plain.caller, { type, id }, error.status))
    return sendFailure(reply, error, CANONICAL_BASE)
  }
}

function sendPlainly(
  { deps, request, caller, answers, key, format }: Plainly,
  reply: Reply,
  result: Result,
): Maybe<Response> {
  const read = { interaction: 'read', shown: result.shown ?? [] } as const
  deps.audit.read(shownAtOnce({ deps, request, requestId: reply.requestId, headers: headersOf(request) }, caller, read))
  return andThen(send(reply, result, { format, pretty: false }), (response) => {
    const parts = partsOf(response)
    if (parts) offer(answers, key, { ...read, parts })
    return response
  })
}

const requestIdOf = (deps: FhirDeps, request: Request): string => givenRequestId(request) ?? deps.random.uuid()

/** Those of the connection, where this request came with equal ones. */
const headersOf = (request: Request): Headers => requestContextOf(request)?.head.headers ?? request.headers

/** Offers an answer to be kept: that to a read, never a list. */
export function keep(
  { deps, request }: Reply,
  { caller, answers }: { readonly caller: Caller; readonly answers: ResponseCache },
  response: Response,
  { freshness, ...answer }: Omit<CachedAnswer, 'parts'> & { readonly freshness: Freshness },
): void {
  if (!deps.remembers || request.method !== 'GET' || (freshness !== 'revalidate' && freshness !== 'immutable')) return
  const conditions = conditionsOf(request.headers)
  const parts = conditions === undefined ? undefined : partsOf(response)
  if (conditions !== undefined && parts) offer(answers, keyOf(caller, request.url, conditions), { ...answer, parts })
}
