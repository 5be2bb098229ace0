// Writes that give way: another process may hold the database for as long as it writes a batch, and SQLite would wait for it
// with everything else in this process.
import type { Sqlite } from '../file/database.ts'

const PAUSE_MS = 5

/** Runs a write as soon as nobody else writes. Rejects with SQLITE_BUSY when that takes longer than SQLite would wait. */
export async function whenFree(sql: Sqlite, write: () => void): Promise<void> {
  const patience = sql.pragma('busy_timeout', { simple: true }) as number
  const until = performance.now() + patience
  while (!ifFree(sql, write, performance.now() < until)) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

/** Runs a write, unless somebody else writes; whether it was run. Where it may not be left out, throws SQLITE_BUSY. */
export function ifFree(sql: Sqlite, write: () => void, mayLeaveOut = true): boolean {
  const patience = sql.pragma('busy_timeout', { simple: true }) as number
  sql.pragma('busy_timeout = 0')
  try {
    write()
    return true
  } catch (error) {
    if (mayLeaveOut && isBusy(error)) return false
    throw error
  } finally {
    sql.pragma(`busy_timeout = ${patience}`)
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
