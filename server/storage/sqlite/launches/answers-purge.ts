// Removes the answers that the demo app has kept for long enough, also while nobody answers.
import type { Sqlite } from '../file/database.ts'
import { expiredRows } from '../tables/expired-rows.ts'

/** Rows per call, which take a few milliseconds. */
const MOST_AT_ONCE = 500

/** Returns a function that purges once and returns the number of deleted rows; `now` in epoch milliseconds. */
export function answersPurge(sql: Sqlite): (now: number) => number {
  const purge = expiredRows(sql, 'kept_answers')
  return (now) => purge(now, MOST_AT_ONCE)
}
