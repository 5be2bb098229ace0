// Tables that anybody can add rows to hold the newest: a flood pushes out what has waited longest, and fills no disk.
import type { Sqlite } from './database.ts'

/** Rows of one such table, each some kilobytes at most. */
export const MOST_ROWS = 10_000

/**
 * A function to be called with each insert into a table. SQLite numbers the rows in the order of their making, so those
 * before the newest `most` are a range of numbers: found without counting.
 */
export function newestRows(sql: Sqlite, table: string, most = MOST_ROWS): () => void {
  const drop = sql.prepare<[number]>(`DELETE FROM ${table} WHERE rowid <= (SELECT max(rowid) FROM ${table}) - ?`)
  return () => {
    drop.run(most)
  }
}
