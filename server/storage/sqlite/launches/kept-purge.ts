// Removes the answers and messages that demo apps and portal have kept for long enough, also while nobody writes any.
import type { Sqlite } from '../file/database.ts'
import { expiredRows } from '../tables/expired-rows.ts'

/** Rows per call and table, which take a few milliseconds. */
const MOST_AT_ONCE = 500

/** Returns a function that purges once and returns the number of deleted rows; `now` in epoch milliseconds. */
export function keptPurge(sql: Sqlite): (now: number) => number {
  const purges = ['kept_answers', 'task_message'].map((table) => expiredRows(sql, table))
  return (now) => purges.reduce((count, purge) => count + purge(now, MOST_AT_ONCE), 0)
}
