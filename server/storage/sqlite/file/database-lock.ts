// Who has the database open: a lock that all of them share, on an empty file beside it. Who can have it alone is alone. The
// system takes it back from a process that is gone, however it ended.
import BetterSqlite3 from 'better-sqlite3'
import { createPrivately } from './private-file.ts'

const BUSY_TIMEOUT_MS = 5000

export interface DatabaseLock {
  /** Whether no other process, and nothing else in this one, has the database open at this moment. */
  readonly isExclusive: () => boolean
  readonly close: () => void
}

const lockFileOf = (databaseFile: string) => `${databaseFile}-users`

/** Joins those who have a database open. Throws SQLITE_BUSY while somebody has it alone. */
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

/** Has a database alone until the function that is returned is called; undefined when somebody has it open. */
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
