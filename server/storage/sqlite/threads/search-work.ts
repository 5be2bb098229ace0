// Searches and histories as messages to a thread. They run there, or on the caller's own thread.
import type { Asking, History, Search } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import type { Found, Wanted } from '../search/first-matches.ts'
import { historyLists } from '../search/history-list.ts'
import { searchIndex } from '../search/index.ts'
import { type List, listOf, listSort, packed } from '../search/result-lists.ts'
import { type Bounds, rowWatch } from '../search/time-limit.ts'

export type Work =
  | ({ readonly kind: 'first' } & Wanted)
  | { readonly kind: 'list'; readonly search: Search; readonly asOfSeq: number; readonly base: List | undefined }
  | {
      readonly kind: 'history'
      readonly history: History
      readonly asOfSeq: number | undefined
      readonly base: List | undefined
    }

/** Who asks where nobody is named: the server. */
export const BY_ITSELF: Asking = { client: '' }

/** Where work runs: what reads few rows never waits for what reads many. */
export type Lane = 'brief' | 'wide'

type Ask<Kind extends Work['kind'], Result> = (
  work: Omit<Extract<Work, { kind: Kind }>, 'kind'>,
  lane?: Lane,
  asking?: Asking,
) => Promise<Result>

/** Runs a piece of work. Rejects with what SQLite throws, and with SearchRefused. */
export interface SearchWorkers {
  /** The first matches. If all matches are found as quickly, returns them all, in the order of listSort. */
  readonly first: Ask<'first', Found | List>
  readonly list: Ask<'list', List>
  readonly history: Ask<'history', List>
}

/** Runs a search, or builds the list of a history, on a connection, synchronously. */
export function searchWork(sql: Sqlite): (work: Work, bounds?: Bounds) => Found | List {
  const index = searchIndex(sql)
  const histories = historyLists(sql)
  const watch = rowWatch(sql)
  const run = (work: Work): Found | List => {
    if (work.kind === 'history') return histories.listOf(work.history, work.asOfSeq, work.base)
    if (work.kind === 'list') return listOf(index, work.search, work.asOfSeq, work.base)
    const { asOfSeq, whole, ...found } = index.found(work)
    if (!whole) return { asOfSeq, ...found }
    const seqs = packed(whole)
    return { asOfSeq, cost: found.cost, seqs: work.search.sort === listSort(work.search.sort) ? seqs : seqs.reverse() }
  }
  return (work, bounds) => (bounds ? watch.within(bounds, () => run(work)) : run(work))
}

/** For commands and tests: runs on the caller's thread, so that no thread is left running. */
export function workersHere(sql: Sqlite): SearchWorkers {
  const work = searchWork(sql)
  return {
    first: async (asked) => work({ kind: 'first', ...asked }) as Found | List,
    list: async (asked) => work({ kind: 'list', ...asked }) as List,
    history: async (asked) => work({ kind: 'history', ...asked }) as List,
  }
}
