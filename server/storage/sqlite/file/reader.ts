// Opens a read-only connection for a thread; imports nothing that a thread does not need.
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'
import { BUSY_TIMEOUT_MS } from './busy-timeout.ts'

/** Cached pages of the thread, in kibibytes: lists walk long ranges. */
const CACHE_KIB = 64 * 1024

/** Opens a database file, which has to be there and migrated. */
export function connectReader(file: string): Sqlite {
  const sql = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  sql.pragma(`cache_size = -${CACHE_KIB}`)
  return sql
}
