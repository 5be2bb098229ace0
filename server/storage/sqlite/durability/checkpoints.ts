// Checkpoints in a thread of their own: what was committed goes from the write-ahead log to the database, which waits for the
// disk twice. Done by whoever commits, as SQLite does it, everybody waits for that. If the thread fails, SQLite does it so again.
import { constants, setPriority } from 'node:os'
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'

/** Milliseconds between two looks: while somebody writes, so few that no commit finds a long log; and while nobody does. */
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
 * What looks whether other connections have committed anything, and moves it; false when there was nothing. Readers and writers
 * are not kept waiting.
 */
export function checkpoints(sql: Sqlite): () => boolean {
  const commits = sql.prepare<[], number>('PRAGMA data_version').pluck()
  let known: number | undefined
  return () => {
    try {
      const now = commits.get()
      if (now === known) return false
      const [progress] = sql.pragma('wal_checkpoint(PASSIVE)') as Progress[]
      // What a reader still looks at is moved later.
      if (progress && progress.log >= 0 && progress.log === progress.checkpointed) known = now
    } catch {
      // What the disk does not take now is tried again, and said to whoever commits.
    }
    return true
  }
}
