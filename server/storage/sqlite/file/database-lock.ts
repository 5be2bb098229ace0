// The database lock: every process with the database open shares a lock on an empty file beside it, and an exclusive lock proves
// that there is no other. The operating system releases the lock of a process that ended, however it ended.
import BetterSqlite3 from 'better-sqlite3'
import { BUSY_TIMEOUT_MS } from './busy-timeout.ts'
import { createPrivately } from './private-file.ts'

export interface DatabaseLock {
  /** True when no other process, and nothing else in this one, has the database open at this moment. */
  readonly isExclusive: () => boolean
  readonly close: () => void
}

const lockFileOf = (databaseFile: string) => `${databaseFile}-users`

/** Takes the shared lock of a database. Throws SQLITE_BUSY while another process has the exclusive one. */
export function databaseLock(databaseFile: string): DatabaseLock {
  const lock = lockAt(databaseFile)
  const share = () => {
    lock.exec('BEGIN')
    lock.prepare('SELECT count(*) FROM sqlite_master').get() // The lock comes with the first read and stays to the end.
  }
  share()
  return {
    isExclusive: (): boolean => {
      lock.exec('COMMIT')
      lock.pragma('busy_timeout = 0')
      try {
        lock.exec('BEGIN EXCLUSIVE')
        lock.exec('COMMIT')
        return true
      } catch {
        return false
      } finally {
        lock.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
        share()
      }
    },
    close: () => lock.close(),
  }
}

/** Takes the exclusive lock, until the returned function is called; undefined when the database is open anywhere. */
export function exclusiveLock(databaseFile: string): (() => void) | undefined {
  const lock = lockAt(databaseFile)
  lock.pragma('busy_timeout = 0')
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return () => lock.close()
  } catch {
    lock.close()
    return undefined
  }
}

function lockAt(databaseFile: string) {
  createPrivately(lockFileOf(databaseFile))
  return new BetterSqlite3(lockFileOf(databaseFile), { timeout: BUSY_TIMEOUT_MS })
}
