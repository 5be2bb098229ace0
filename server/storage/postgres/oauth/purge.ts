// Deletes expired rows, by index and in limited batches, so that the tables of the authorization server stay bounded (LIM-10).
import { KEPT_AFTER_END, MOST_AT_ONCE } from '../../kept-after-end.ts'
import type { Postgres } from '../connection/connection.ts'
import { expiredRows } from '../tables/expired-rows.ts'

/** Returns a function that purges once and returns the number of deleted rows. Call it regularly. */
export function oauthPurge(postgres: Pick<Postgres, 'run'>): (now: number) => Promise<number> {
  const tables = Object.entries(KEPT_AFTER_END).map(([table, kept]) => ({ kept, purge: expiredRows(postgres, table) }))
  return async (now) => {
    const counts = await Promise.all(tables.map(({ kept, purge }) => purge(now - kept, MOST_AT_ONCE)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
}
