// Writes that yield to other processes. Another process may lock the database for a whole batch, and SQLite would block
// this process while waiting for the lock.
import type { Sqlite } from '../file/database.ts'

const PAUSE_MS = 5

/** Runs a write as soon as no other connection is writing. Rejects with SQLITE_BUSY after SQLite's busy timeout. */
export async function whenFree(sql: Sqlite, write: () => void): Promise<void> {
  const patience = patienceOf(sql)
  const until = performance.now() + patience
  while (!attempt(sql, write, { patience, mayLeaveOut: performance.now() < until }))
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

/**
 * Runs a write unless another connection is writing; returns true if it ran. Throws SQLITE_BUSY if the write must not
 * be skipped.
 */
export const ifFree = (sql: Sqlite, write: () => void, mayLeaveOut = true): boolean =>
  attempt(sql, write, { patience: patienceOf(sql), mayLeaveOut })

const patienceOf = (sql: Sqlite): number => sql.pragma('busy_timeout', { simple: true }) as number

function attempt(
  sql: Sqlite,
  write: () => void,
  { patience, mayLeaveOut }: { readonly patience: number; readonly mayLeaveOut: boolean },
): boolean {
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
