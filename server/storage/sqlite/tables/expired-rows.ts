// Deletes expired rows, using the table's index on `expiresAt`, a few at a time.
import type { Sqlite } from '../file/database.ts'

/**
 * Expired rows deleted with each insert: more than one, so that the table shrinks, but few, so that the request stays
 * fast.
 */
const PURGED_AT_ONCE = 100

/**
 * Returns a function that deletes at most `most` rows that expired at or before `now` (epoch milliseconds), oldest
 * first. It returns their number.
 */
export function expiredRows(sql: Sqlite, table: string): (now: number, most: number) => number {
  const purge = sql.prepare<[number, number]>(
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expiresAt <= ? ORDER BY expiresAt LIMIT ?)`,
  )
  return (now, most) => purge.run(now, most).changes
}

/** Returns a function to call with each insert into a table; `now` in epoch milliseconds. */
export function purging(sql: Sqlite, table: string): (now: number) => void {
  const purge = expiredRows(sql, table)
  return (now) => {
    purge(now, PURGED_AT_ONCE)
  }
}
