// The version of the registry and of the resources in the database, counting all writers. A cached value is valid while
// the version of its part is unchanged.
import type { Tick } from '#lib/http/request-context.ts'
import type { DatabaseState } from '../../storage.ts'
import type { Sqlite } from '../file/database.ts'
import { throwingUnavailable } from '../file/unavailable.ts'

/**
 * The current state, or the one read earlier in the same tick. Throws StorageUnavailable if the database is temporarily
 * unavailable. Triggers count writes, and the counts are read only after a write. SQLite's `data_version` changes with
 * commits of other connections, in this process or another; `total_changes()` changes with our own
 * (sqlite.org/pragma.html#pragma_data_version).
 */
export function databaseState(sql: Sqlite): (tick?: Tick) => DatabaseState {
  const byOthers = sql.prepare<[], number>('PRAGMA data_version').pluck()
  const byUs = sql.prepare<[], number>('SELECT total_changes()').pluck()
  const counts = sql.prepare<[], DatabaseState>(
    'SELECT g.version AS registry, r.version AS versions, r.version + r.listed AS lists FROM registry_state g, resource_state r',
  )
  let others: number | undefined
  let ours: number | undefined
  let known: DatabaseState | undefined
  let looked: Tick | undefined
  const state = (tick?: Tick) => {
    if (known && tick && tick === looked && !tick.isOver) return known
    looked = tick
    // Read before the counts, so that the next request notices a write between the two reads.
    const nowOthers = byOthers.get()
    const nowOurs = byUs.get()
    if (known && nowOthers === others && nowOurs === ours) return known
    // An open transaction of ours may be rolled back, and the counts with it.
    known = sql.inTransaction ? undefined : counts.get()
    others = nowOthers
    ours = nowOurs
    return known ?? { registry: {}, versions: {}, lists: {} }
  }
  return throwingUnavailable({ state }).state
}
