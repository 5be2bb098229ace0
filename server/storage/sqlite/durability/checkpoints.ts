// Runs checkpoints in a thread of their own. A checkpoint copies commits from the write-ahead log to the database file
// and waits for the disk twice. By default, SQLite does this within a commit, which blocks every request. If the thread
// fails, that default applies again.
import { constants, setPriority } from 'node:os'
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'

/**
 * Milliseconds between two checks: short while there are writes, so that the log stays short for every commit, yet long enough for
 * a page that every commit changes to be copied once for several; longer without writes.
 */
const BUSY_EVERY = 100
const IDLE_EVERY = 1000

/** Checkpoints a database for the lifetime of the thread. Returns what closes it. */
export function keepCheckpointing(file: string): () => void {
  giveWay()
  const sql = new BetterSqlite3(file, { fileMustExist: true })
  const look = checkpoints(sql)
  const again = () => void setTimeout(again, look() ? BUSY_EVERY : IDLE_EVERY)
  setTimeout(again)
  return () => void sql.close()
}

/**
 * Gives priority to the thread that answers requests where both share a core. Only on Linux do threads have their own
 * priority.
 */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

interface Progress {
  /**
   * The number of pages in the log, and how many of them are in the database by now; -1 if another connection was
   * checkpointing.
   */
  readonly log: number
  readonly checkpointed: number
}

/**
 * Returns a function that checkpoints the commits of other connections. The function returns false if there were none.
 * It does not block readers or writers.
 */
export function checkpoints(sql: Sqlite): () => boolean {
  const commits = sql.prepare<[], number>('PRAGMA data_version').pluck()
  let known: number | undefined
  return () => {
    try {
      const now = commits.get()
      if (now === known) return false
      const [progress] = sql.pragma('wal_checkpoint(PASSIVE)') as Progress[]
      // Pages that a reader still uses are moved later.
      if (progress && progress.log >= 0 && progress.log === progress.checkpointed) known = now
    } catch {
      // A failing disk is retried later; the next commit reports the error.
    }
    return true
  }
}
