// Opens a read-only connection for a thread. It imports nothing that a thread does not need.
import { BUSY_TIMEOUT_MS } from './busy-timeout.ts'
import { connect, type Sqlite } from './connection.ts'

/** The page cache of a thread, in KiB. A long range is read once, and where it lies on the disk the system remembers. */
const CACHE_KIB = 16 * 1024

/** Opens an existing, migrated database file. */
export function connectReader(file: string): Sqlite {
  const sql = connect(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  sql.pragma(`cache_size = -${CACHE_KIB}`)
  return sql
}
