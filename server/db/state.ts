// The state of the database as a number: another one as soon as anything was written, whoever wrote it.
import type { Sqlite } from './database.ts'
import { sayingUnavailable } from './unavailable.ts'

/**
 * The number at this moment; throws Unavailable when the database cannot be used for now. SQLite's `data_version` changes with
 * the commits of other connections, of this process or of another one; `total_changes()` with our own
 * (sqlite.org/pragma.html#pragma_data_version).
 */
export function databaseState(sql: Sqlite): () => number {
  const byOthers = sql.prepare<[], number>('PRAGMA data_version').pluck()
  const byUs = sql.prepare<[], number>('SELECT total_changes()').pluck()
  let others: number | undefined
  let ours: number | undefined
  let number = 0
  const state = () => {
    const nowOthers = byOthers.get()
    const nowOurs = byUs.get()
    if (nowOthers !== others || nowOurs !== ours) number += 1
    others = nowOthers
    ours = nowOurs
    return number
  }
  return sayingUnavailable({ state }).state
}
