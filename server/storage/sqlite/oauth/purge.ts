// Deletes expired rows, by index and in limited batches, so that the tables of the authorization server stay bounded
// (LIM-10).
import { MINUTE } from '#lib/clock.ts'
import type { Database } from '../file/database.ts'
import { expiredRows } from '../tables/expired-rows.ts'

/** Rows per table and call, which take a few milliseconds. */
const MOST_AT_ONCE = 500

/** How long a row is stored after it expires, in milliseconds. */
const KEPT_AFTER_END: Readonly<Record<string, number>> = {
  authorize_transaction: 0,
  // A used code is stored for as long as its token, so that a second use still revokes the token.
  authorization_code: 10 * MINUTE,
  used_jti: 0,
  noop_token: 0,
}

/** Returns a function that purges once and returns the number of deleted rows. Call it regularly. */
export function oauthPurge({ sql }: Pick<Database, 'sql'>): (now: number) => number {
  const tables = Object.entries(KEPT_AFTER_END).map(([table, kept]) => ({ kept, purge: expiredRows(sql, table) }))
  return (now) => tables.reduce((count, { kept, purge }) => count + purge(now - kept, MOST_AT_ONCE), 0)
}
