// Searches of the resource store: short ones run on this thread, others in the workers; pages come from cached lists.
import { LRUCache } from 'lru-cache'
import type { Search, SortKey } from '#server/fhir/store.ts'
import type { SearchWorkers } from '../threads/search-work.ts'
import type { Found, SearchIndex, Wanted } from './index.ts'
import { LIST_SORT, type List, packed } from './lists.ts'

export interface Searches {
  /** The first matches as of now. */
  readonly first: (wanted: Wanted) => Promise<Found>
  /** The seqs of matches as of a seq, from any place of the order. */
  readonly from: (search: Search, asOfSeq: number, offset: number, limit: number) => Promise<readonly number[]>
  /** Sees to it that the list of a search need not be made from nothing when a page of it is asked for. */
  readonly prepare: (search: Search, asOfSeq: number) => void
  /** Drops every list, after the index values of stored resources have changed. */
  readonly forget: () => void
}

/** Memory for lists: some thirty of a million matches. What is pushed out is made again when it is needed. */
const MOST_LIST_BYTES = 128 * 2 ** 20
/** The accounted size of an empty list. */
const LEAST_LIST_BYTES = 1000
/** A list that is no further behind than this is near enough to begin from. */
const NEAR = 2000
/** Lists that are built ahead of the first request for a second page. */
const MOST_PREPARED = 8

/** Searches over an index and its workers; lists use at most `mostBytes` of memory. */
export function searches(index: SearchIndex, workers: SearchWorkers, mostBytes = MOST_LIST_BYTES): Searches {
  const lists = new LRUCache<string, Listed>({
    maxSize: mostBytes,
    sizeCalculation: ({ list }) => LEAST_LIST_BYTES + list.seqs.byteLength,
  })
  const making = new Map<string, Promise<List>>()
  const preparing = new Set<string>()
  let forgotten = 0

  // A list does not know of what was removed for good: one from before that is no beginning for another.
  const keyOf = (search: Search) =>
    `${index.removals(search.type)} ${JSON.stringify({ ...search, sort: LIST_SORT[search.sort] })}`

  /** The list of the same search that is nearest in time. */
  const nearest = (key: string, asOfSeq: number): List | undefined => {
    let best: List | undefined
    for (const { key: other, list } of lists.values())
      if (other === key && (!best || distance(list, asOfSeq) < distance(best, asOfSeq))) best = list
    return best
  }

  const keep = (key: string, list: List): List => {
    lists.set(`${list.asOfSeq} ${key}`, { key, list })
    return list
  }

  const make = async (search: Search, key: string, asOfSeq: number): Promise<List> => {
    const began = forgotten
    const sorted = { ...search, sort: LIST_SORT[search.sort] }
    const list = await workers.list({ search: sorted, asOfSeq, base: nearest(key, asOfSeq) })
    return began === forgotten ? keep(key, list) : list
  }

  const known = (search: Search, asOfSeq: number) => lists.get(`${asOfSeq} ${keyOf(search)}`)?.list

  const listAt = async (search: Search, asOfSeq: number): Promise<List> => {
    const list = known(search, asOfSeq)
    if (list) return list
    const key = keyOf(search)
    const place = `${asOfSeq} ${key}`
    const made = making.get(place) ?? make(search, key, asOfSeq).finally(() => making.delete(place))
    making.set(place, made)
    return made
  }

  /** All matches, where they are few: then they are the list, too. */
  const narrow = (search: Search): List =>
    index.consistently(() => {
      const asOfSeq = index.currentSeq()
      const seqs = packed(index.all({ ...search, sort: LIST_SORT[search.sort] }))
      return known(search, asOfSeq) ?? keep(keyOf(search), { asOfSeq, seqs })
    })

  const found = (list: List, search: Search, limit: number): Found => ({
    asOfSeq: list.asOfSeq,
    seqs: slice(list, search.sort, 0, limit),
    total: list.seqs.length,
  })

  return {
    first: async (wanted) => {
      const { search, limit } = wanted
      const now = index.currentSeq()
      const list = known(search, now) ?? (index.isNarrow(search) ? narrow(search) : undefined)
      if (list) return found(list, search, limit)
      if (index.isShort(search)) return index.found(wanted)
      const near = nearest(keyOf(search), now)
      if (near && distance(near, now) <= NEAR) return found(await listAt(search, now), search, limit)
      const began = forgotten
      const answer = await workers.first(wanted)
      const whole = isList(answer) ? answer : listIn(answer, wanted)
      if (whole && began === forgotten) keep(keyOf(search), whole)
      return whole ? found(whole, search, limit) : (answer as Found)
    },
    from: async (search, asOfSeq, offset, limit) => slice(await listAt(search, asOfSeq), search.sort, offset, limit),
    prepare: (search, asOfSeq) => {
      const key = keyOf(search)
      const near = nearest(key, asOfSeq)
      if ((near && distance(near, asOfSeq) <= NEAR) || preparing.size >= MOST_PREPARED || preparing.has(key)) return
      preparing.add(key)
      const made = listAt(search, asOfSeq).finally(() => preparing.delete(key))
      // Not awaited: the request for a page reports the error.
      made.catch(() => {})
    },
    forget: () => {
      forgotten += 1
      lists.clear()
    },
  }
}

interface Listed {
  readonly key: string
  readonly list: List
}

/** The list, where the first matches are all there are. */
const listIn = ({ asOfSeq, seqs }: Found, { search, limit }: Wanted): List | undefined =>
  seqs.length < limit
    ? { asOfSeq, seqs: packed(search.sort === LIST_SORT[search.sort] ? seqs : [...seqs].reverse()) }
    : undefined

const isList = (answer: Found | List): answer is List => !('total' in answer)

const distance = (list: List, asOfSeq: number): number => Math.abs(list.asOfSeq - asOfSeq)

/** A part of a list, which may be stored in reverse. */
function slice({ seqs }: List, sort: SortKey, offset: number, limit: number): readonly number[] {
  if (sort === LIST_SORT[sort]) return Array.from(seqs.subarray(offset, offset + limit))
  const end = Math.max(0, seqs.length - offset)
  return Array.from(seqs.subarray(Math.max(0, end - limit), end)).reverse()
}
