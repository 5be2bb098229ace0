// Searches of the resource store. Short ones run on this thread, others in workers; pages come from cached lists
// (list-cache.ts).
import type { Asking, Search, SearchCost, SortOrder } from '#server/fhir/store.ts'
import { BY_ITSELF, type SearchWorkers } from '../threads/search-work.ts'
import type { Found, Wanted } from './first-matches.ts'
import type { SearchIndex } from './index.ts'
import { listCache } from './list-cache.ts'
import { gathering, type PackedList } from './packed-list.ts'
import { type List, listSort, packed } from './result-lists.ts'

export interface Searches {
  /** The first matches as of now. */
  readonly first: (wanted: Wanted, asking?: Asking) => Promise<Found>
  /** The seqs of matches as of a seq, from any offset. */
  readonly from: (
    search: Search,
    asOfSeq: number,
    offset: number,
    limit: number,
    asking?: Asking,
  ) => Promise<readonly number[]>
  /** Ensures that a request for a page does not have to build the list of its search from scratch. */
  readonly prepare: (search: Search, asOfSeq: number, asking?: Asking) => void
  /** Drops every list, after the index values of stored resources have changed. */
  readonly forget: () => void
}

/** Memory for lists, in bytes: about fifteen lists of a million matches. */
export const MOST_LIST_BYTES = 64 * 2 ** 20
/** The most lists built at a time ahead of the first request for a second page. */
const MOST_PREPARED = 8

/** Searches on an index and its workers; lists use at most `mostBytes` of memory. */
export function searches(index: SearchIndex, workers: SearchWorkers, mostBytes = MOST_LIST_BYTES): Searches {
  const lists = listCache(index, workers, mostBytes)
  const preparing = new Set<string>()

  /** All matches of a narrow search. They are also its list. */
  const narrow = (search: Search): List =>
    index.consistently(() => {
      const asOfSeq = index.currentSeq()
      index.cost()
      const seqs = packed(index.all({ ...search, sort: listSort(search.sort) }))
      return lists.known(search, asOfSeq) ?? lists.keeper(search)({ asOfSeq, seqs, cost: index.cost() })
    })

  const found = (list: List, search: Search, limit: number, cost?: SearchCost): Found => ({
    asOfSeq: list.asOfSeq,
    seqs: slice(list, search.sort, 0, limit),
    total: list.seqs.length,
    cost,
  })

  return {
    first: async (wanted, asking = BY_ITSELF) => {
      const { search, limit } = wanted
      const now = index.currentSeq()
      const known = lists.known(search, now)
      if (known) return found(known, search, limit)
      const few = index.isNarrow(search) ? narrow(search) : undefined
      if (few) return found(few, search, limit, few.cost)
      if (index.isShort(search)) return index.found(wanted)
      if (lists.isNear(search, now)) return found(await lists.at(search, now, asking), search, limit)
      const keep = lists.keeper(search)
      const answer = await workers.first(wanted, index.isBrief(search) ? 'brief' : 'wide', asking)
      const whole = isList(answer) ? answer : listIn(answer, wanted)
      return whole ? found(keep(whole), search, limit, whole.cost) : (answer as Found)
    },
    from: async (search, asOfSeq, offset, limit, asking = BY_ITSELF) =>
      slice(await lists.at(search, asOfSeq, asking), search.sort, offset, limit),
    prepare: (search, asOfSeq, asking = BY_ITSELF) => {
      const key = lists.keyOf(search)
      if (lists.isNear(search, asOfSeq) || preparing.size >= MOST_PREPARED || preparing.has(key)) return
      preparing.add(key)
      const made = lists.at(search, asOfSeq, asking).finally(() => preparing.delete(key))
      // Not awaited, because the request for a page reports the error.
      made.catch(() => {})
    },
    forget: lists.forget,
  }
}

/** The list, if the first matches are all of them. */
const listIn = ({ asOfSeq, seqs, cost }: Found, { search, limit }: Wanted): List | undefined =>
  seqs.length < limit
    ? { asOfSeq, seqs: packed(search.sort === listSort(search.sort) ? seqsOf(seqs) : seqsOf(seqs).reverse()), cost }
    : undefined

function seqsOf(numbers: readonly number[]): PackedList {
  const all = gathering()
  for (const seq of numbers) all.add(seq)
  return all.seqs()
}

const isList = (answer: Found | List): answer is List => !('total' in answer)

/** A part of a list, which may be stored in reverse. */
function slice({ seqs }: List, sort: SortOrder, offset: number, limit: number): readonly number[] {
  if (sort === listSort(sort)) return Array.from(seqs.subarray(offset, offset + limit))
  const end = Math.max(0, seqs.length - offset)
  return Array.from(seqs.subarray(Math.max(0, end - limit), end)).reverse()
}
