// A second connection to a database, as another process has one, until the end of the test.
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'
import { onTestFinished } from 'vitest'

export function anotherConnection({ name: file }: Pick<Sqlite, 'name'>): Sqlite {
  const sql = new BetterSqlite3(file, { fileMustExist: true })
  onTestFinished(() => void sql.close())
  return sql
}
