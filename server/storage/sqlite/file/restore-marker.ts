// Whether, and when, the domain was put back to a backup.
import type { Sqlite } from './database.ts'

/** When that was last, in epoch milliseconds. It happens only while no process has the database open: one look is enough. */
export function restoredAt(sql: Sqlite): number | undefined {
  const last = sql.prepare<[], number | null>('SELECT max(restoredAt) FROM restoration').pluck().get()
  return last ?? undefined
}
