// Removes the index values of versions that were superseded, once no list can show them any more, so that searches and the index do
// not grow with every change (conformance FIX-03). One process at a time does.
import { MINUTE } from '#lib/clock.ts'
import type { Postgres } from '../connection/connection.ts'
import type { Run } from '../connection/line.ts'
import { livingAt, OLDEST_LIVING } from '../resources/snapshots.ts'

/** A search that was under way has stored its snapshot by then. */
const GRACE_MS = MINUTE
/** Versions in one batch, and all others that the transaction of the last one superseded. */
const MOST = 500

/** Transactions before this one have ended. */
const HORIZON = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon'
const DONE = 'SELECT superseded::text AS done FROM search_horizon FOR UPDATE SKIP LOCKED'
// What is still in a list or to be compared with Subscriptions, which is done by its values, was superseded later than this.
const END = `SELECT least($3::xid8, ${OLDEST_LIVING},
  (SELECT min(v.superseded) FROM resource_event e JOIN resource_version v ON v.seq = e.seq))::text AS "end"`
const NEXT = `SELECT seq, superseded::text FROM (SELECT DISTINCT type FROM resource_count) t CROSS JOIN LATERAL (
    SELECT v.seq, v.superseded FROM resource_version v WHERE v.type = t.type AND v.superseded >= $1::xid8 AND v.superseded < $2::xid8 AND NOT v.deleted
    ORDER BY v.superseded FETCH FIRST ${MOST} ROWS WITH TIES) v
  ORDER BY v.superseded FETCH FIRST ${MOST} ROWS WITH TIES`
const REMOVE = 'DELETE FROM search_value WHERE seq = ANY($1::bigint[]) RETURNING 1'
const MOVE = 'UPDATE search_horizon SET superseded = $1::xid8'

/** Returns a function that removes some of them and returns how many versions and values it passed. Call it regularly. */
export function pastValuesPurge({
  run,
  transaction,
}: Pick<Postgres, 'run' | 'transaction'>): (now: number) => Promise<number> {
  let noted: { readonly horizon: string; readonly at: number } | undefined
  let ended: string | undefined

  return async (now) => {
    if (!noted || now >= noted.at + GRACE_MS) {
      ended = noted?.horizon
      const [row] = await run<{ readonly horizon: string }>(HORIZON)
      noted = row && { ...row, at: now }
    }
    return ended === undefined ? 0 : transaction((tx) => removeSome(tx, now, ended ?? '0'))
  }
}

async function removeSome(run: Run, now: number, ended: string): Promise<number> {
  const [horizon] = await run<{ readonly done: string }>(DONE)
  const [limit] = await run<{ readonly end: string }>(END, [...livingAt(now), ended])
  if (!horizon || !limit || BigInt(horizon.done) >= BigInt(limit.end)) return 0
  const next = await run<{ readonly seq: number; readonly superseded: string }>(NEXT, [horizon.done, limit.end])
  const values = await run(REMOVE, [next.map(({ seq }) => seq)])
  const last = next.at(-1)
  await run(MOVE, [next.length < MOST || !last ? limit.end : String(BigInt(last.superseded) + 1n)])
  return next.length + values.length
}
