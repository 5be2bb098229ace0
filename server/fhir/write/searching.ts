// The searches of a write: its criteria, conditional references, and the searches in entries of a Bundle. They run before
// its transaction and outside of the event loop, within one bound for the whole request (conformance FBO-09). The
// transaction itself compares only what was written since.
import { setImmediate as othersFirst } from 'node:timers/promises'
import { SearchRefused } from '#lib/search-refused.ts'
import type { WriteExchange } from '../exchange.ts'
import { FhirError } from '../outcome.ts'
import { askingOf } from '../search/asking.ts'
import type { FoundAhead, SearchWanted } from '../store.ts'

/** The time that the searches of one request may still run, in milliseconds. */
export interface Budget {
  left: number
}

/** The whole time of a request. */
export const budgetOf = ({ deps }: Pick<WriteExchange, 'deps'>): Budget => ({ left: deps.writes.limits.searchMs })

/** Who searches, and for how long. */
export interface Searcher extends Pick<WriteExchange, 'deps' | 'caller' | 'request'> {
  readonly budget: Budget
}

/** Searches between which others have their turn: each takes a moment at most of this thread. */
const AT_ONCE = 16

/** The name of a search among the answers. */
export const questionOf = (wanted: SearchWanted): string => JSON.stringify(wanted)

/** What each search finds at this moment, by its question. Throws FhirError 422 beyond the budget. */
export async function allAhead(
  searcher: Searcher,
  searches: readonly SearchWanted[],
): Promise<Map<string, FoundAhead>> {
  const found = new Map<string, FoundAhead>()
  for (const [question, wanted] of new Map(searches.map((one) => [questionOf(one), one]))) {
    found.set(question, await searchedAhead(searcher, wanted))
    if (found.size % AT_ONCE === 0) await othersFirst()
  }
  return found
}

/** What a search finds at this moment. Throws FhirError 422 beyond the budget. */
export async function searchedAhead(searcher: Searcher, wanted: SearchWanted): Promise<FoundAhead> {
  const { deps, budget } = searcher
  if (budget.left <= 0) throw tooCostly()
  const asking = askingOf(searcher)
  const spent = (ms: number) => {
    budget.left -= ms
    asking.spent?.(ms)
  }
  try {
    return await deps.resources.lookAhead(wanted, { ...asking, budgetMs: budget.left, spent })
  } catch (error) {
    throw asTooCostly(error)
  }
}

/** The refusal of a request whose search was stopped; any other error as it is. */
export const asTooCostly = (error: unknown): unknown =>
  error instanceof SearchRefused && error.reason === 'too-costly' ? tooCostly() : error

export const tooCostly = (): FhirError =>
  new FhirError(
    422,
    'too-costly',
    'Its searches and criteria read more than can be read in the time that a request may take, so nothing was done: narrow them, or send fewer entries at a time.',
  )
