// Deletes expired rows, by index, with each insert.
import type { Sqlite } from '../file/database.ts'

/** Expired rows deleted with each new one: more than one, so that the table shrinks, and few, so that the request is quick. */
const PURGED_AT_ONCE = 100

/** A function to be called with each insert into a table that has an index on `expiresAt`; `now` in epoch milliseconds. */
export function purging(sql: Sqlite, table: string): (now: number) => void {
  const purge = sql.prepare<[number]>(
    `DELETE FROM ${table} WHERE rowid IN
       (SELECT rowid FROM ${table} WHERE expiresAt <= ? ORDER BY expiresAt LIMIT ${PURGED_AT_ONCE})`,
  )
  return (now) => {
    purge.run(now)
  }
}
