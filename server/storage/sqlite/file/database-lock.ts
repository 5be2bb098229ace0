// The database lock. Every process that has the database open shares a lock on an empty file beside it; an exclusive
// lock proves that there is no other process. The operating system releases the lock when its process ends, however it
// ends.
import BetterSqlite3 from 'better-sqlite3'
import { BUSY_TIMEOUT_MS } from './busy-timeout.ts'
import { createPrivately } from './private-file.ts'

export interface DatabaseLock {
  /** True if no other process, and no other connection of this one, has the database open at this moment. */
  readonly isExclusive: () => boolean
  readonly close: () => void
}

const lockFileOf = (databaseFile: string) => `${databaseFile}-users`

/** Takes the shared lock of a database. Throws SQLITE_BUSY while another process holds the exclusive one. */
export function databaseLock(databaseFile: string): DatabaseLock {
  const lock = lockAt(databaseFile)
  const share = () => {
    lock.exec('BEGIN')
    lock.prepare('SELECT count(*) FROM sqlite_master').get() // The first read takes the lock; closing releases it.
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

/**
 * Takes the exclusive lock until the returned function is called. Returns undefined if the database is open anywhere.
 */
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
