// Caches reads of what hot requests ask for until a row of its tables is written, by any process.
import { recentlyUsed } from '#lib/recently-used.ts'
import type { Version } from './deps.ts'

/** The most cached results per query. */
const REMEMBERED = 1000

/**
 * A query by key, whose result is cached until the version changes. What is not there is not cached. The database
 * counts the writes in their transactions, so that no result is older than the last one.
 */
export function cached<V>(version: Version, read: (key: string) => Promise<V | undefined>) {
  const remembered = recentlyUsed<NonNullable<V>>(REMEMBERED)
  let known: unknown
  return async (key: string): Promise<V | undefined> => {
    const now = await version()
    if (now !== known) remembered.clear()
    known = now
    const last = remembered.get(key)
    if (last) return last
    const found = await read(key)
    if (found && known === now) remembered.set(key, found) // Otherwise it may be from before a write.
    return found
  }
}
