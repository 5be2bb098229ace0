// Runs checkpoints in a thread of their own. A checkpoint copies commits from the write-ahead log to the database file and waits
// for the disk twice; SQLite's default runs it within a commit, which blocks every request. If the thread fails, SQLite does that
// again.
import { constants, setPriority } from 'node:os'
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'

/** Milliseconds between two looks: while there are writes, few enough that no commit finds a long log; and without writes. */
const BUSY_EVERY = 25
const IDLE_EVERY = 1000

/** Checkpoints a database for as long as the thread lives. */
export function keepCheckpointing(file: string): void {
  giveWay()
  const look = checkpoints(new BetterSqlite3(file, { fileMustExist: true }))
  const again = () => void setTimeout(again, look() ? BUSY_EVERY : IDLE_EVERY)
  again()
}

/** Lets the thread that answers go first where both share a core. On Linux alone a thread has a priority of its own. */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

interface Progress {
  /** Pages in the log, and those of them that are in the database now; -1 where another connection was at it. */
  readonly log: number
  readonly checkpointed: number
}

/**
 * Returns a function that checkpoints the commits of other connections, if any; false when there were none. It does not block
 * readers or writers.
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
      // A failing disk is tried again later, and reported to the next commit.
    }
    return true
  }
}
