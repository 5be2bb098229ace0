// Deletes expired rows, by index and in bounded batches, so that the tables of the authorization server stay bounded (LIM-10).
import { MINUTE } from '#lib/clock.ts'
import type { Database } from '../file/database.ts'

/** Rows per table and call: some milliseconds of work. */
const BITE = 500

/** The time a row is stored after its end, in milliseconds. */
const KEPT_AFTER_END: Readonly<Record<string, number>> = {
  authorize_transaction: 0,
  // A used code is remembered for as long as the token it gave, so that showing it again still revokes that.
  authorization_code: 10 * MINUTE,
  used_jti: 0,
  noop_token: 0,
}

/** A function that purges once; it returns the number of rows it took. Call it now and then. */
export function oauthPurge({ sql }: Pick<Database, 'sql'>): (now: number) => number {
  const statements = Object.entries(KEPT_AFTER_END).map(([table, kept]) => ({
    kept,
    statement: sql.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expiresAt <= ? ORDER BY expiresAt LIMIT ?)`,
    ),
  }))
  return (now) => statements.reduce((count, { kept, statement }) => count + statement.run(now - kept, BITE).changes, 0)
}
