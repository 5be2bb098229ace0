// Remembering what was read of the registry until any of it is written: by this connection, another one of this process, or
// another process. The database itself counts these writes, so one look at the count stands in for the query.
import { LRUCache } from 'lru-cache'
import type { Sqlite } from '../file/database.ts'

/** Answers that are kept of one query. */
const REMEMBERED = 1000

/**
 * A query by key of applications, roles, permissions or signing keys, whose answer is kept until the next write to any of
 * these tables. Triggers count the writes in the same transaction, whoever makes them; other tables change nothing here.
 */
export function registryCache<V extends object>(sql: Sqlite, read: (key: string) => V | undefined) {
  const version = sql.prepare<[], number>('SELECT version FROM registry_state').pluck()
  const remembered = new LRUCache<string, V>({ max: REMEMBERED })
  let known: number | undefined
  return (key: string): V | undefined => {
    if (sql.inTransaction) return read(key) // What it sees may be taken back, and the count with it.
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
