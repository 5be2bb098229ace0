// Deletes expired rows, by the table's index on `expiresAt`, a few at a time, and none that another process is deleting.
import type { Postgres } from '../connection/connection.ts'

/** Expired rows deleted with each insert: more than one, so that the table shrinks, but few, so that the request stays fast. */
const PURGED_AT_ONCE = 100

const deletion = (table: string, until: string, most: string, column = 'expiresAt'): string =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE "${column}" <= ${until} ORDER BY "${column}" LIMIT ${most} FOR UPDATE SKIP LOCKED))`

/** A step of a gathered insert whose questions have a `now`. */
export const purged = (table: string): string =>
  `purged AS (${deletion(table, '(SELECT max(now) FROM asked)', String(PURGED_AT_ONCE))})`

/**
 * A function that deletes at most `most` rows that expired at or before `now` (epoch milliseconds), oldest first, and returns their
 * number. `column` has the time of their end, by an index.
 */
export function expiredRows(
  { run }: Pick<Postgres, 'run'>,
  table: string,
  column?: string,
): (now: number, most: number) => Promise<number> {
  const text = `WITH gone AS (${deletion(table, '$1', '$2', column)} RETURNING 1) SELECT count(*) AS count FROM gone`
  return async (now, most) => (await run<{ readonly count: number }>(text, [new Date(now), most]))[0]?.count ?? 0
}
