// The searches that may take longer than a moment, as messages: done by a thread of their own, or right here.
import type { Search } from '../fhir/store.ts'
import type { Sqlite } from './database.ts'
import { type Found, searchIndex, type Wanted } from './search-index.ts'
import { type List, listOf } from './search-lists.ts'

export type Work =
  | ({ readonly kind: 'first' } & Wanted)
  | { readonly kind: 'list'; readonly search: Search; readonly asOfSeq: number; readonly base: List | undefined }

/** Does a piece of work. Rejects with what SQLite throws. */
export interface SearchWorkers {
  readonly first: (work: Wanted) => Promise<Found>
  readonly list: (work: Omit<Extract<Work, { kind: 'list' }>, 'kind'>) => Promise<List>
}

/** Does the work on a connection, at once. */
export function searchWork(sql: Sqlite): (work: Work) => Found | List {
  const index = searchIndex(sql)
  return (work) => (work.kind === 'list' ? listOf(index, work.search, work.asOfSeq, work.base) : index.found(work))
}

/** For commands and tests: no thread, so that nothing is left running. */
export function workersHere(sql: Sqlite): SearchWorkers {
  const work = searchWork(sql)
  return {
    first: async (asked) => work({ kind: 'first', ...asked }) as Found,
    list: async (asked) => work({ kind: 'list', ...asked }) as List,
  }
}
