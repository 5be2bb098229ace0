// Removes the index values of versions that were superseded, once no list can show them any more, so that searches and
// the index do not grow with every change (conformance FIX-03).
import { MINUTE } from '#lib/clock.ts'
import type { Sqlite } from '../file/database.ts'
import { oldestLivingSnapshot } from '../resources/snapshots.ts'

/** A search that began at the moment of a write has stored its snapshot by then. */
const GRACE_MS = MINUTE
/** Versions and values in one batch, which take some milliseconds. */
const MOST_VERSIONS = 500
const MOST_VALUES = 1000

interface Superseding {
  readonly seq: number
  readonly lastUpdated: number
  readonly before: number | null
}

/** Everything that was superseded up to this seq has no values any more: lists as of an earlier one cannot be made. */
export const horizonOf = (sql: Sqlite): (() => number) => {
  const horizon = sql.prepare<[], number>('SELECT seq FROM search_horizon').pluck()
  return () => horizon.get() ?? 0
}

/** Returns a function that removes some of them and returns how many versions and values it passed. Call it regularly. */
export function pastValuesPurge(sql: Sqlite): (now: number) => number {
  const horizon = horizonOf(sql)
  const oldest = oldestLivingSnapshot(sql)
  // What was written is compared with Subscriptions by its values.
  const oldestEvent = sql.prepare<[], number | null>('SELECT min(seq) FROM resource_event').pluck()
  const next = sql.prepare<[number, number, number], Superseding>(
    `SELECT v.seq, v.lastUpdated, p.seq AS before FROM resource_version v
     LEFT JOIN resource_version p ON p.type = v.type AND p.id = v.id AND p.versionId = v.versionId - 1
     WHERE v.seq > ? AND v.seq <= ? ORDER BY v.seq LIMIT ?`,
  )
  const remove = sql.prepare<[number, number]>(
    `DELETE FROM search_value WHERE (type, param, value, system, seq) IN
       (SELECT type, param, value, system, seq FROM search_value WHERE seq = ? LIMIT ?)`,
  )
  const move = sql.prepare<[number]>('UPDATE search_horizon SET seq = ?')

  return sql.transaction((now: number): number => {
    const end = Math.min(oldest(now) ?? Number.MAX_SAFE_INTEGER, oldestEvent.get() ?? Number.MAX_SAFE_INTEGER)
    let [versions, values, done] = [0, 0, 0]
    for (const { seq, lastUpdated, before } of next.all(horizon(), end, MOST_VERSIONS)) {
      if (lastUpdated > now - GRACE_MS || values >= MOST_VALUES) break
      if (before !== null) values += remove.run(before, MOST_VALUES - values).changes
      if (values >= MOST_VALUES) break // It may have more of them.
      versions += 1
      done = seq
    }
    if (versions > 0) move.run(done)
    return versions + values
  }).immediate
}
