// Adds the index values of a version to the search index, many in one statement: running a statement costs half as
// much as inserting a row.
import type { Statement } from 'better-sqlite3'
import type { Sqlite } from '../file/database.ts'

/** Values in one statement. A version has about ten. */
const MOST_VALUES = 32
/** Param, system and value. */
const COLUMNS = 3

/** Adds values of a version of a type: param, system and value, one after the other. */
export type AddValues = (seq: number | bigint, type: string, values: readonly string[]) => void

/**
 * `insert` says what happens to a value that is there already. A plain INSERT of many rows would copy each page that it
 * changes, to undo itself alone (sqlite.org/tempfiles.html#stmtjrnl), which takes a third of its time. Call it in a
 * transaction that an error undoes.
 */
export function valueWriter(sql: Sqlite, insert: 'INSERT OR FAIL' | 'INSERT OR IGNORE'): AddValues {
  const statements = new Map<number, Statement<[(number | bigint | string)[]]>>()
  const statementOf = (count: number) => {
    const known = statements.get(count)
    if (known) return known
    const rows = Array(count).fill('(?, ?, ?)').join(', ')
    const statement = sql.prepare<[(number | bigint | string)[]]>(
      `${insert} INTO search_value (seq, type, param, system, value)
       SELECT ?, ?, column1, column2, column3 FROM (VALUES ${rows})`,
    )
    statements.set(count, statement)
    return statement
  }
  return (seq, type, values) => {
    for (let at = 0; at < values.length; at += MOST_VALUES * COLUMNS) {
      const some = values.slice(at, at + MOST_VALUES * COLUMNS)
      statementOf(some.length / COLUMNS).run([seq, type, ...some])
    }
  }
}
