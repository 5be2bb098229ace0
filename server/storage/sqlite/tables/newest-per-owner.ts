// Bounds the rows per owner: only the newest are stored, so that no owner can fill the disk.
import type { Sqlite } from '../file/database.ts'

/** The most sessions of one person at a time. In a demo, many visitors share its people. */
const MOST_OF_EACH = 200

/**
 * Returns a function to call with each insert for an owner. It keeps the owner's newest `most` rows. `column` names the
 * owner and must be indexed, because the index keeps the rows of one owner in the order of insertion.
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
