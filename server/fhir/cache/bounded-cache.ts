// A cache with limits on entries and bytes. An entry is stored the second time that it is offered, since most values are asked for
// once only. The least recently used entry is evicted first.
import { LRUCache } from 'lru-cache'

export interface BoundedCache<V extends object> {
  readonly find: (key: string) => V | undefined
  /** Keeps what `make` gives, if this was offered before; `bytes` is what it takes. */
  readonly offer: (key: string, bytes: number, make: () => V) => void
}

export interface CacheBounds {
  readonly most: number
  /** Of all together, and of one. */
  readonly bytes: number
  readonly bytesOfOne: number
}

/** Keys of what was offered once. */
const MOST_ONCE = 5000

/** A cache of at most `most` entries and `bytes` bytes, none larger than `bytesOfOne`. */
export function boundedCache<V extends object>({ most, bytes: maxSize, bytesOfOne }: CacheBounds): BoundedCache<V> {
  // Made with its first entry: between two writes there is often nothing to keep, and its lists take longer than a look-up.
  let values: LRUCache<string, V> | undefined
  const once = new Set<string>()
  return {
    find: (key) => values?.get(key),
    offer: (key, size, make) => {
      if (size > bytesOfOne) return
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
