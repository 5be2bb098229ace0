// Bounds the rows per owner: the newest are stored, so that no owner can fill the disk.
import type { Sqlite } from '../file/database.ts'

/** Sessions that one person can have at a time: many visitors share the people of a demo. */
export const MOST_OF_EACH = 200

/**
 * A function to be called with each insert for an owner: of its rows the newest `most` stay. `column` names the owner, and has an
 * index, in which SQLite keeps the rows of one owner in the order of their making.
 */
export function ringTable(sql: Sqlite, table: string, column: string, most = MOST_OF_EACH): (owner: string) => void {
  const drop = sql.prepare<[string, string, number]>(
    `DELETE FROM ${table} WHERE ${column} = ? AND rowid <=
       (SELECT rowid FROM ${table} WHERE ${column} = ? ORDER BY rowid DESC LIMIT 1 OFFSET ?)`,
  )
  return (owner) => {
    drop.run(owner, owner, most)
  }
}
