// Caches registry reads until any row of the registry is written: by this connection, by another one of this process,
// or by another process. The database itself counts these writes, so reading the counter replaces the query.
import { recentlyUsed } from '#lib/recently-used.ts'
import type { Sqlite } from '../file/database.ts'

/** The most cached results per query. */
const REMEMBERED = 1000

/**
 * Caches a query by key on clients, roles, permissions or signing keys until the next write to any of these tables.
 * Triggers count the writes in the same transaction, on any connection. Writes to other tables have no effect.
 */
export function registryCache<V extends object>(sql: Sqlite, read: (key: string) => V | undefined) {
  const version = sql.prepare<[], number>('SELECT version FROM registry_state').pluck()
  const remembered = recentlyUsed<V>(REMEMBERED)
  let known: number | undefined
  return (key: string): V | undefined => {
    if (sql.inTransaction) return read(key) // The transaction may be rolled back, and the counter with it.
    const now = version.get()
    if (now !== known) remembered.clear()
    known = now
    const last = remembered.get(key)
    if (last) return last
    const found = read(key)
    if (found) remembered.set(key, found)
    return found
  }
}
