// A cache with limits on entries and bytes. An entry is stored the second time it is offered, because most values are
// requested only once. The least recently used entry is evicted first.
import { LRUCache } from 'lru-cache'
import { shortKey } from '#lib/crypto/hash.ts'

export interface BoundedCache<V extends object> {
  readonly find: (key: string) => V | undefined
  /** Stores the result of `make` if this key was offered before; `bytes` is its size. */
  readonly offer: (key: string, bytes: number, make: () => V) => void
}

export interface CacheBounds {
  readonly most: number
  /** Limits for all entries together, and for one. */
  readonly bytes: number
  readonly bytesOfOne: number
}

/** Most remembered keys that were offered once. */
const MOST_ONCE = 5000

/** A cache of at most `most` entries and `bytes` bytes, and `bytesOfOne` bytes per entry. */
export function boundedCache<V extends object>({ most, bytes: maxSize, bytesOfOne }: CacheBounds): BoundedCache<V> {
  // Created with its first entry: between two writes there is often nothing to store, and creating its lists takes
  // longer than a look-up.
  let values: LRUCache<string, V> | undefined
  const once = new Set<string>()
  return {
    find: (key) => values?.get(shortKey(key)),
    offer: (long, size, make) => {
      if (size > bytesOfOne) return
      const key = shortKey(long)
      if (once.delete(key)) {
        values ??= new LRUCache<string, V>({ max: most, maxSize })
        values.set(key, make(), { size })
        return
      }
      if (once.size >= MOST_ONCE) once.clear()
      once.add(key)
    },
  }
}
