// The time of the domain's last restore from a backup, if any.
import type { Sqlite } from './database.ts'

/**
 * The time in epoch milliseconds. A restore needs the database closed everywhere, so reading it once per process is
 * enough.
 */
export function restoredAt(sql: Sqlite): () => number | undefined {
  const last = sql.prepare<[], number | null>('SELECT max(restoredAt) FROM restoration').pluck().get() ?? undefined
  return () => last
}
