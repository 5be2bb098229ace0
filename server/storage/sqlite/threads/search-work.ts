// Searches and histories as messages to a thread. They run there, or on the caller's own thread.
import type { History, Search } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { historyLists } from '../search/history-list.ts'
import { type Found, searchIndex, type Wanted } from '../search/index.ts'
import { type List, listOf, listSort } from '../search/lists.ts'

export type Work =
  | ({ readonly kind: 'first' } & Wanted)
  | { readonly kind: 'list'; readonly search: Search; readonly asOfSeq: number; readonly base: List | undefined }
  | {
      readonly kind: 'history'
      readonly history: History
      readonly asOfSeq: number | undefined
      readonly base: List | undefined
    }

/** Runs a piece of work. Rejects with what SQLite throws. */
export interface SearchWorkers {
  /** The first matches. If all matches are found as quickly, returns them all, in the order of listSort. */
  readonly first: (work: Wanted) => Promise<Found | List>
  readonly list: (work: Omit<Extract<Work, { kind: 'list' }>, 'kind'>) => Promise<List>
  readonly history: (work: Omit<Extract<Work, { kind: 'history' }>, 'kind'>) => Promise<List>
}

/** Up to this many candidates, finding all matches is as quick as finding the first ones and their number. */
const LISTED = 20_000

/** Runs a search, or builds the list of a history, on a connection, synchronously. */
export function searchWork(sql: Sqlite): (work: Work) => Found | List {
  const index = searchIndex(sql)
  const histories = historyLists(sql)
  return (work) => {
    if (work.kind === 'history') return histories.listOf(work.history, work.asOfSeq, work.base)
    if (work.kind === 'list') return listOf(index, work.search, work.asOfSeq, work.base)
    // An order by values sorts all matches, however few are wanted.
    if (typeof work.search.sort === 'string' && !index.hasFew(work.search, LISTED)) return index.found(work)
    return listOf(index, { ...work.search, sort: listSort(work.search.sort) }, undefined)
  }
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
