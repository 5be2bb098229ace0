// Lists of search matches, each as of a seq. An evicted list is rebuilt on demand, from the list of the same search
// that is nearest in time.
import { LRUCache } from 'lru-cache'
import { shortKey } from '#lib/crypto/hash.ts'
import { SearchRefused } from '#lib/search-refused.ts'
import type { Asking, Search } from '#server/fhir/store.ts'
import type { SearchWorkers } from '../threads/search-work.ts'
import type { SearchIndex } from './index.ts'
import { type List, listSort } from './result-lists.ts'

/** The accounted size of an empty list, in bytes. */
const LEAST_LIST_BYTES = 1000
/** A list at most this many writes behind is near enough to start from. */
const NEAR = 2000
/** A list at most this many writes behind is brought forward in no time. */
const BRIEFLY = 200

export interface ListCache {
  /** Equal for searches with the same list. */
  readonly keyOf: (search: Search) => string
  readonly known: (search: Search, asOfSeq: number) => List | undefined
  /** True if a list of the search is near enough to make the one as of a seq quickly. */
  readonly isNear: (search: Search, asOfSeq: number) => boolean
  /** The list as of a seq, from the cache or made by the workers. */
  readonly at: (search: Search, asOfSeq: number, asking: Asking) => Promise<List>
  /**
   * Returns a function that caches a list, unless all lists were dropped in the meantime, and returns it. Call `keeper`
   * before making the list.
   */
  readonly keeper: (search: Search) => (list: List) => List
  /** Drops every list. */
  readonly forget: () => void
}

/** A cache of at most `mostBytes`. */
export function listCache(index: SearchIndex, workers: SearchWorkers, mostBytes: number): ListCache {
  const lists = new LRUCache<string, Listed>({
    maxSize: mostBytes,
    sizeCalculation: ({ list }) => LEAST_LIST_BYTES + list.seqs.byteLength,
  })
  const making = new Map<string, Promise<List>>()
  let forgotten = 0

  // A list made before resources were permanently removed still contains them, so newer lists never start from it.
  const keyOf = (search: Search) =>
    shortKey(`${index.removals(search.type)} ${JSON.stringify({ ...search, sort: listSort(search.sort) })}`)

  const nearest = (key: string, asOfSeq: number): List | undefined => {
    let best: List | undefined
    for (const { key: other, list } of lists.values())
      if (other === key && (!best || distance(list, asOfSeq) < distance(best, asOfSeq))) best = list
    return best
  }

  const keeper: ListCache['keeper'] = (search) => {
    const began = forgotten
    const key = keyOf(search)
    return (list) => {
      if (began === forgotten) lists.set(`${list.asOfSeq} ${key}`, { key, list })
      return list
    }
  }

  const make = async (search: Search, key: string, asOfSeq: number, asking: Asking): Promise<List> => {
    const keep = keeper(search)
    const sorted = { ...search, sort: listSort(search.sort) }
    const base = nearest(key, asOfSeq)
    const isBrief = index.isBrief(search) || (base !== undefined && distance(base, asOfSeq) <= BRIEFLY)
    return keep(await workers.list({ search: sorted, asOfSeq, base }, isBrief ? 'brief' : 'wide', asking))
  }

  const at: ListCache['at'] = async (search, asOfSeq, asking) => {
    const list = known(search, asOfSeq)
    if (list) return list
    const key = keyOf(search)
    const place = `${asOfSeq} ${key}`
    const begun = making.get(place)
    const made = begun ?? make(search, key, asOfSeq, asking).finally(() => making.delete(place))
    making.set(place, made)
    return made.catch((error) => {
      // The one who asked first has gone, and others still wait.
      if (begun && error instanceof SearchRefused && !asking.signal?.aborted) return at(search, asOfSeq, asking)
      throw error
    })
  }

  const known = (search: Search, asOfSeq: number) => lists.get(`${asOfSeq} ${keyOf(search)}`)?.list

  return {
    keyOf,
    known,
    isNear: (search, asOfSeq) => {
      const near = nearest(keyOf(search), asOfSeq)
      return near !== undefined && distance(near, asOfSeq) <= NEAR
    },
    at,
    keeper,
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

const distance = (list: List, asOfSeq: number): number => Math.abs(list.asOfSeq - asOfSeq)
