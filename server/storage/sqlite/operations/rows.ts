// All rows of a database file, for a move to the other engine or from it.
import BetterSqlite3 from 'better-sqlite3'
import { NEWEST_LAST, NOT_MOVED, REFERRED_TO, type Rows, SOME_ROWS, type Table, type Value } from '../../rows.ts'
import type { Sqlite } from '../file/connection.ts'
import { openDatabase } from '../file/database.ts'
import { openingOf } from '../file/opening-errors.ts'

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\'`
const COLUMNS = 'SELECT name FROM pragma_table_info(?) ORDER BY cid'
const KEY = 'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk'
const TRIGGERS = `SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`

/** The rows of a file that nobody else has open, and its tables: those that others refer to first. */
export interface FileRows extends Rows {
  readonly tables: readonly Table[]
  readonly close: () => void
}

/** Opens the rows of a file, as they are. Throws OperatorError. */
export function readFileRows(file: string): FileRows {
  const sql = openingOf(file, () => new BetterSqlite3(file, { fileMustExist: true, readonly: true }))
  return { ...rowsOf(sql), close: () => sql.close() }
}

/** Makes a file with the tables of this version and none but the rows that `work` adds. Throws OperatorError. */
export async function writeFileRows<T>(file: string, work: (rows: FileRows) => Promise<T>): Promise<T> {
  await openDatabase(file).close()
  const sql = new BetterSqlite3(file)
  try {
    sql.pragma('foreign_keys = OFF') // Checked when all rows are there.
    const rows = { ...rowsOf(sql), close: () => undefined }
    const triggers = sql.prepare<[], { readonly name: string; readonly sql: string }>(TRIGGERS).all()
    sql.exec('BEGIN IMMEDIATE')
    for (const { name } of triggers) sql.exec(`DROP TRIGGER "${name}"`)
    for (const { name } of rows.tables) sql.exec(`DELETE FROM "${name}"`)
    const done = await work(rows)
    for (const trigger of triggers) sql.exec(trigger.sql)
    sql.exec('COMMIT')
    sql.pragma('wal_checkpoint(TRUNCATE)')
    sql.pragma('journal_mode = DELETE') // Nothing of it is in another file.
    return done
  } finally {
    sql.close()
  }
}

function rowsOf(sql: Sqlite): Omit<FileRows, 'close'> {
  const named = (text: string, table: string) => sql.prepare<[string], string>(text).pluck().all(table)
  const names = sql.prepare<[], string>(TABLES).pluck().all()
  const tables = [...REFERRED_TO, ...names.filter((name) => !REFERRED_TO.includes(name))]
    .filter((name) => !NOT_MOVED.has(name))
    .map((name) => ({ name, columns: named(COLUMNS, name), key: named(KEY, name) }))
  return {
    tables,
    read: (table) => someOf(sql, table),
    add: async ({ name, columns }, rows) => {
      const marks = columns.map(() => '?').join(', ')
      const insert = sql.prepare(`INSERT INTO "${name}" (${listed(columns)}) VALUES (${marks})`)
      for (const row of rows) insert.run(row)
    },
  }
}

async function* someOf(sql: Sqlite, { name, columns, key }: Table): ReturnType<Rows['read']> {
  const order = NEWEST_LAST.has(name) ? 'rowid' : listed(key)
  const all = sql.prepare<[], Value[]>(`SELECT ${listed(columns)} FROM "${name}" ORDER BY ${order}`).raw()
  let some: (readonly Value[])[] = []
  for (const row of all.iterate()) {
    some.push(row)
    if (some.length < SOME_ROWS) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

const listed = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')
