// Deletes expired rows, by index and in limited batches, so that the tables of the authorization server stay bounded
// (LIM-10).
import { KEPT_AFTER_END, MOST_AT_ONCE } from '../../kept-after-end.ts'
import type { Database } from '../file/database.ts'
import { expiredRows } from '../tables/expired-rows.ts'

/** Returns a function that purges once and returns the number of deleted rows. Call it regularly. */
export function oauthPurge({ sql }: Pick<Database, 'sql'>): (now: number) => number {
  const tables = Object.entries(KEPT_AFTER_END).map(([table, kept]) => ({ kept, purge: expiredRows(sql, table) }))
  return (now) => tables.reduce((count, { kept, purge }) => count + purge(now - kept, MOST_AT_ONCE), 0)
}
