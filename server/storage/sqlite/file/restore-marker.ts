// The time of the domain's last restoration from a backup, if any.
import type { Sqlite } from './database.ts'

/** The time in epoch milliseconds. A restoration needs the database closed everywhere, so one read per process is enough. */
export function restoredAt(sql: Sqlite): number | undefined {
  const last = sql.prepare<[], number | null>('SELECT max(restoredAt) FROM restoration').pluck().get()
  return last ?? undefined
}
