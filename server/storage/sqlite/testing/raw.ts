// Opens the database file directly, for tests that examine what a process left, or hold its lock.
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'

/** Opens the file without taking part in anything: no migration, no presence. Throws when it is not there. */
export const openRaw = (file: string, { readonly = false } = {}): Sqlite =>
  new BetterSqlite3(file, { readonly, fileMustExist: true })
