// Remembering what was read until something is written: by this connection, by another one of this process, or by another
// process. Two looks at counters of SQLite's stand in for the query, and no change is ever missed.
import { LRUCache } from 'lru-cache'
import type { Sqlite } from './database.ts'

/** Answers that are kept of one query. */
const REMEMBERED = 1000

/**
 * A query by key whose answer is kept until the next write to the database, whoever makes it. `data_version` changes with
 * the commits of other connections, `total_changes()` with our own (sqlite.org/pragma.html#pragma_data_version).
 */
export function untilWritten<V extends object>(sql: Sqlite, read: (key: string) => V | undefined) {
  const byOthers = sql.prepare<[], number>('PRAGMA data_version').pluck()
  const byUs = sql.prepare<[], number>('SELECT total_changes()').pluck()
  const remembered = new LRUCache<string, V>({ max: REMEMBERED })
  let others: number | undefined
  let ours: number | undefined
  return (key: string): V | undefined => {
    const nowOthers = byOthers.get()
    const nowOurs = byUs.get()
    if (nowOthers !== others || nowOurs !== ours) remembered.clear()
    others = nowOthers
    ours = nowOurs
    const known = remembered.get(key)
    if (known) return known
    const found = read(key)
    if (found) remembered.set(key, found)
    return found
  }
}
