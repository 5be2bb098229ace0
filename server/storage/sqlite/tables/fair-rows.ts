// Bounds tables to which unauthenticated requests add rows, with a fair share per network: a flood from one network evicts its own
// rows, never those of others (conformance LIM-04, LIM-10).
import type { Sqlite } from '../file/database.ts'

/** Rows of one such table, each some kilobytes at most. */
export const MOST_ROWS = 10_000
/** The share of rows deleted together, so that a flood does not count all rows for each of its requests. */
const DROPPED_TOGETHER = 1 / 100

/**
 * A function to be called with each insert into a table that has a column `network`. When there are more than `most` rows, the
 * oldest go of the network that has the most.
 */
export function fairRows(sql: Sqlite, table: string, most = MOST_ROWS): () => void {
  // Rows are numbered in the order of their making: while the numbers in use span no more than `most`, nothing is counted.
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
