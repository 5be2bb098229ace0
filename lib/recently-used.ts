// Bounded memory by what was used last.
import { LRUCache } from 'lru-cache'

/**
 * Keeps the `most` entries that were used last, and takes its room as they come: told of a `max`, the library takes all of it at
 * once, which for ten thousand lasts milliseconds. `dispose` is told of each entry that leaves, and why.
 */
export const recentlyUsed = <V extends object | true>(
  most: number,
  dispose?: LRUCache.Disposer<string, V>,
): LRUCache<string, V> => new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(dispose && { dispose }) })
