// The caches of the resource server (memory.ts): callers, answers to reads and first pages of searches, each for one state of the
// database (docs/decisions/0012-request-path.md).
import { andThen, type Maybe, rescued } from '#lib/async/maybe.ts'
import { partsOf } from '#lib/http/plain-response.ts'
import { requestContextOf } from '#lib/http/request-context.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { cachedResponse } from '#lib/http/respond.ts'
import { readAgain } from '../audited.ts'
import { isAlive } from '../bearer.ts'
import type { CachedRead, Memory, StateMemory } from '../cache-port.ts'
import type { FhirDeps } from '../deps.ts'
import type { StoredState } from '../store.ts'
import { type CachedCaller, callerCache, headerOf } from './caller-cache.ts'
import { conditionsOf, keyOf, offerAnswer, responseCache } from './response-cache.ts'
import { offerPage, searchPageCache } from './search-page-cache.ts'

export function fhirCache(deps: FhirDeps): Memory {
  const [callersOf, answersOf, pagesOf] = [callerCache(), responseCache(), searchPageCache()]
  const stateOf = (request: Request) => deps.state(requestContextOf(request)?.tick)
  const isUsable = (caller: CachedCaller | undefined) => caller !== undefined && isAlive(caller, deps.clock())

  const cachedRead = (request: Request, head: KnownHead, state: StoredState): CachedRead | undefined => {
    if (head.registry !== state.registry || !isUsable(head.caller)) {
      head.caller = callersOf(state.registry).get(head.authorization)
      head.registry = state.registry
    }
    const { caller } = head
    const answer =
      caller && isUsable(caller) && answersOf(state.versions).find(keyOf(caller, request.url, head.conditions))
    if (!answer || deps.tracing.follows(caller.clientId)) return undefined
    const repeat = () => {
      const requestId = requestIdOf(request) ?? deps.random.uuid()
      const read = readAgain({ deps, request, requestId, headers: head.headers }, caller, answer)
      return andThen(deps.audit.read(read), () => cachedResponse(answer.parts, requestId))
    }
    return { caller, repeat }
  }

  const memoryOf = (state: StoredState): StateMemory => {
    const [callers, answers, pages] = [callersOf(state.registry), answersOf(state.versions), pagesOf(state.lists)]
    return {
      caller: (headers) => {
        const caller = callers.get(headerOf(headers) ?? '')
        return isUsable(caller) ? caller : undefined
      },
      keepCaller: (headers, caller) => callers.put(headerOf(headers), caller),
      pages: { find: pages.find, offer: (key, page) => offerPage(pages, key, page) },
      keepAnswer: ({ method, url, headers }, response, { freshness, ...answer }) => {
        if (method !== 'GET' || (freshness !== 'revalidate' && freshness !== 'immutable')) return
        const [caller, conditions] = [callers.get(headerOf(headers) ?? ''), conditionsOf(headers)]
        const parts = partsOf(response)
        if (caller && conditions !== undefined && parts)
          offerAnswer(answers, keyOf(caller, url, conditions), { ...answer, parts })
      },
    }
  }

  return {
    find: (request) => {
      const head = request.method === 'GET' ? headOf(callersOf, request) : undefined
      return (
        head &&
        andThen(
          stateIfAny(() => stateOf(request)),
          (state) => state && cachedRead(request, head, state),
        )
      )
    },
    now: (request) => andThen(stateOf(request), memoryOf),
  }
}

/** The parsed header section of a request. */
interface KnownHead {
  readonly headers: Headers
  readonly authorization: string
  readonly conditions: string
  caller: CachedCaller | undefined
  /** The state of the registry in which the caller was looked up. */
  registry: unknown
  /** The resource server that made it; each one in the process has its own. */
  readonly owner: object
}

/**
 * One object for all requests of a connection with an equal header section; undefined for requests that a cached answer
 * never fits.
 */
function headOf(owner: object, request: Request): KnownHead | undefined {
  const head = requestContextOf(request)?.head
  const before = head?.memo as KnownHead | undefined
  if (before?.owner === owner) return before
  const { headers } = request
  const [authorization, conditions] = [headerOf(headers), conditionsOf(headers)]
  if (authorization === undefined || conditions === undefined) return undefined
  const known = { headers, authorization, conditions, caller: undefined, registry: undefined, owner }
  if (head) head.memo = known
  return known
}

/** Undefined when the database is unavailable: the uncached path then reports the error. */
const stateIfAny = (look: () => Maybe<StoredState>): Maybe<StoredState | undefined> =>
  rescued<StoredState | undefined>(look, () => undefined)
