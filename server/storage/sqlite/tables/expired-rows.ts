// Deletes expired rows by the index on `expiresAt` that their table has, some at a time.
import type { Sqlite } from '../file/database.ts'

/** Expired rows deleted with each new one: more than one, so that the table shrinks, and few, so that the request is quick. */
const PURGED_AT_ONCE = 100

/** A function that deletes `most` rows that ended at `now` (epoch milliseconds) or before, the oldest first; returns their number. */
export function expiredRows(sql: Sqlite, table: string): (now: number, most: number) => number {
  const purge = sql.prepare<[number, number]>(
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expiresAt <= ? ORDER BY expiresAt LIMIT ?)`,
  )
  return (now, most) => purge.run(now, most).changes
}

/** A function to be called with each insert into a table; `now` in epoch milliseconds. */
export function purging(sql: Sqlite, table: string): (now: number) => void {
  const purge = expiredRows(sql, table)
  return (now) => {
    purge(now, PURGED_AT_ONCE)
  }
}
