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

/** Sessions that one person can have at a time: many visitors share the people of a demo. */
export const MOST_OF_EACH = 200

/**
 * A function to be called with each insert for an owner: of its rows the newest `most` stay. `column` names the owner, and has an
 * index, in which SQLite keeps the rows of one owner in the order of their making.
 */
export function newestOfEach(sql: Sqlite, table: string, column: string, most = MOST_OF_EACH): (owner: string) => void {
  const drop = sql.prepare<[string, string, number]>(
    `DELETE FROM ${table} WHERE ${column} = ? AND rowid <=
       (SELECT rowid FROM ${table} WHERE ${column} = ? ORDER BY rowid DESC LIMIT 1 OFFSET ?)`,
  )
  return (owner) => {
    drop.run(owner, owner, most)
  }
}
