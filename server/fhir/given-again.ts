// A read that was answered before, and of which nothing has changed since: who asks is let in, counted and written down as
// always, and the answer is the one that is kept.
import { arrivalOf } from '#lib/http/arrival.ts'
import { partsOf } from '#lib/http/plain-response.ts'
import { respondAgain } from '#lib/http/respond.ts'
import { andThen, type Maybe } from '#lib/maybe.ts'
import { shownAgain } from './audited.ts'
import type { Caller, Callers } from './bearer.ts'
import type { FhirDeps } from './deps.ts'
import { conditionsOf, type KeptAnswer, type KeptAnswers, keyOf, offer } from './kept-answers.ts'
import type { KeptPages } from './kept-pages.ts'
import { givenRequestId } from './request.ts'
import type { Freshness } from './result.ts'
import type { Reply } from './send.ts'

/** What is remembered from one request to the next. */
export interface Memory {
  readonly callers: Callers
  readonly answersOf: (versions: unknown) => KeptAnswers
  readonly pagesOf: (lists: unknown) => KeptPages
}

/** The answer that this request had before, where it still is; undefined where it has to be worked out. */
export function givenAgain(deps: FhirDeps, memory: Memory, request: Request): Maybe<Response | undefined> {
  const arrival = arrivalOf(request)
  if (!deps.remembers || request.method !== 'GET' || arrival?.isLookedUp) return undefined
  if (arrival) arrival.isLookedUp = true
  const known = knownOf(memory, request)
  const state = known && stateFor(deps, request)
  const caller = state && callerIn(known, memory, request, state.registry)
  const answer = caller && memory.answersOf(state.versions).find(keyOf(caller, request.url, known.conditions))
  if (!answer) return undefined
  return andThen(deps.limits.client.count(caller.clientId), (exceeded) =>
    exceeded ? undefined : again(deps, request, caller, answer),
  )
}

/** What the header section of a request comes to. */
interface KnownHead {
  readonly conditions: string
  caller: Caller | undefined
  /** The state of the registry that the caller was found in. */
  registry: unknown
  readonly owner: Memory
}

/** Undefined for a head that no kept answer is for. */
function knownOf(owner: Memory, request: Request): KnownHead | undefined {
  const head = arrivalOf(request)?.head
  const before = head?.workedOut as KnownHead | undefined
  if (before?.owner === owner) return before
  const { headers } = request
  const conditions = headers.has('authorization') ? conditionsOf(headers) : undefined
  const known = conditions === undefined ? undefined : { conditions, caller: undefined, registry: undefined, owner }
  if (head && known) head.workedOut = known
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
    return deps.state(arrivalOf(request)?.turn)
  } catch {
    return undefined
  }
}

function again(deps: FhirDeps, request: Request, caller: Caller, answer: KeptAnswer): Response {
  const requestId = givenRequestId(request) ?? deps.random.uuid()
  const headers = arrivalOf(request)?.head.headers ?? request.headers
  deps.audit.read(shownAgain({ deps, request, requestId, headers }, caller, answer))
  return respondAgain(answer.parts, requestId)
}

/** Offers an answer to be kept: that to a read, never a list. */
export function keep(
  { deps, request }: Reply,
  { caller, answers }: { readonly caller: Caller; readonly answers: KeptAnswers },
  response: Response,
  { freshness, ...answer }: Omit<KeptAnswer, 'parts'> & { readonly freshness: Freshness },
): void {
  if (!deps.remembers || request.method !== 'GET' || (freshness !== 'revalidate' && freshness !== 'immutable')) return
  const conditions = conditionsOf(request.headers)
  const parts = conditions === undefined ? undefined : partsOf(response)
  if (conditions !== undefined && parts) offer(answers, keyOf(caller, request.url, conditions), { ...answer, parts })
}
