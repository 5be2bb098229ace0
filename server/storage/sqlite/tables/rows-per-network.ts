// Bounds tables to which unauthenticated requests add rows, with a fair share per network. A flood from one network
// evicts its own rows, never those of others (conformance LIM-04, LIM-10).
import type { Sqlite } from '../file/database.ts'

/** The most rows in one such table; a row has a few kilobytes at most. */
export const MOST_ROWS = 10_000
/** The share of rows deleted at once, so that a flood does not cause a count of all rows on each request. */
const DROPPED_TOGETHER = 1 / 100

/**
 * Returns a function to call with each insert into a table that has a column `network`. Beyond `most` rows, the
 * function deletes the oldest rows of the network that has the most.
 */
export function fairRows(sql: Sqlite, table: string, most = MOST_ROWS): () => void {
  // Rows are numbered in the order of insertion. While these numbers span no more than `most`, counting is unnecessary.
  const span = sql
    .prepare<[], number>(`SELECT (SELECT max(rowid) FROM ${table}) - (SELECT min(rowid) FROM ${table}) + 1`)
    .pluck()
  const count = sql.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck()
  const largest = sql.prepare<[], { readonly network: string; readonly rows: number }>(
    `SELECT network, count(*) AS rows FROM ${table} GROUP BY network ORDER BY rows DESC LIMIT 1`,
  )
  const drop = sql.prepare<[string, number]>(
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE network = ? ORDER BY rowid LIMIT ?)`,
  )
  const atOnce = Math.max(1, Math.floor(most * DROPPED_TOGETHER))
  return () => {
    if ((span.get() ?? 0) <= most || (count.get() ?? 0) <= most) return
    const found = largest.get()
    if (found) drop.run(found.network, Math.max(1, Math.min(atOnce, Math.floor(found.rows / 2))))
  }
}
