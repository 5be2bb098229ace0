// Opens a read-only connection for a thread; imports nothing that a thread does not need.
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'

const BUSY_TIMEOUT_MS = 5000
/** Pages of the file that the thread keeps at hand, in kibibytes: lists walk long ways. */
const CACHE_KIB = 64 * 1024

/** Opens a database file, which has to be there and migrated. */
export function connectReader(file: string): Sqlite {
  const sql = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  sql.pragma(`cache_size = -${CACHE_KIB}`)
  return sql
}
