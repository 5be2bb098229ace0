// A bounded map that drops the least recently used entry.
import { LRUCache } from 'lru-cache'

/**
 * Keeps the `most` recently used entries and allocates as they arrive: with `max`, the library would allocate
 * everything at once, which takes milliseconds for ten thousand. `dispose` is called with each dropped entry and the
 * reason.
 */
export const recentlyUsed = <V extends object | true>(
  most: number,
  dispose?: LRUCache.Disposer<string, V>,
): LRUCache<string, V> => new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(dispose && { dispose }) })
