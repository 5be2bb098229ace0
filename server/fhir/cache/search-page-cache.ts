// First pages of searches, reused while no write has changed what they could find. Each search still gets its own id
// and snapshot.
import type { FirstPage } from '../cache-port.ts'
import { type BoundedCache, boundedCache } from './bounded-cache.ts'
import { versionedCache } from './versioned-cache.ts'

type SearchPageCache = BoundedCache<FirstPage>

const BOUNDS = { most: 1000, bytes: 16 * 2 ** 20, bytesOfOne: 2 ** 20 }
/** The approximate size of a page without its entries, including the references to its resources. */
const BYTES_BESIDE_ENTRIES = 1000
const BYTES_OF_REFERENCE = 100

/** The pages for a state of everything that searches can find; dropped with the next state. */
export const searchPageCache = (): ((lists: unknown) => SearchPageCache) =>
  versionedCache(() => boundedCache<FirstPage>(BOUNDS))

export function offerPage(pages: SearchPageCache, key: string, page: FirstPage): void {
  const { entries, shown } = page
  const bytes = BYTES_BESIDE_ENTRIES + entries.length + shown.length * BYTES_OF_REFERENCE
  pages.offer(key, bytes, () =>
    typeof entries === 'string' ? { ...page, entries: new Uint8Array(Buffer.from(entries)) } : page,
  )
}
