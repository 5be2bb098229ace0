// Makes room for traces by deleting the oldest, within the transaction that writes (server/storage/traces/bounds.ts).
import { isTooMuch, ownerName, SURPLUS, type TraceBounds, type TraceOwner } from '../../traces/bounds.ts'
import type { Sqlite } from '../file/database.ts'

interface Volume {
  readonly traces: number
  readonly size: number
}

/** Returns a function to call after traces of an owner were written. */
export function traceRoom(sql: Sqlite, bounds: TraceBounds): (owner: TraceOwner) => void {
  const volume = sql.prepare<[number, string], Volume>(
    'SELECT traces, size FROM trace_volume WHERE verified = ? AND owner = ?',
  )
  // Verified traces count towards their client, whose oldest are deleted. Of unverified traces, the oldest of the
  // largest network are deleted.
  const oldest = (whose: string) =>
    sql
      .prepare<[{ clientId?: string | null; most: number }], string>(
        `SELECT id FROM trace WHERE ${whose} ORDER BY startedAt, id LIMIT @most`,
      )
      .pluck()
  const ofLargest = (whose: string) =>
    oldest(
      `${whose} AND network = (SELECT network FROM trace WHERE ${whose} GROUP BY network ORDER BY sum(size) DESC LIMIT 1)`,
    )
  const ofClient = 'clientId IS @clientId'
  const proven = { client: oldest(`verified = 1 AND ${ofClient}`), all: oldest('verified = 1') }
  const unproven = { client: ofLargest(`verified = 0 AND ${ofClient}`), all: ofLargest('verified = 0') }
  const next = ({ verified, clientId }: TraceOwner): readonly string[] => {
    const { client, all } = verified ? proven : unproven
    return clientId === undefined ? all.all({ most: SURPLUS }) : client.all({ clientId, most: SURPLUS })
  }
  const forget = forgetting(sql)
  return (owner) => {
    const name = ownerName(owner)
    for (;;) {
      const found = volume.get(owner.verified ? 1 : 0, name)
      const ids = found && isTooMuch(owner, found, bounds) ? next(owner) : []
      if (ids.length === 0) return
      for (const id of ids) forget(id)
    }
  }
}

function forgetting(sql: Sqlite) {
  const steps = sql.prepare<[string, string]>(
    'DELETE FROM trace_step WHERE key IN (SELECT ? UNION ALL SELECT key FROM trace_link WHERE id = ?)',
  )
  const links = sql.prepare<[string]>('DELETE FROM trace_link WHERE id = ?')
  const trace = sql.prepare<[string]>('DELETE FROM trace WHERE id = ?')
  return (id: string): void => {
    steps.run(id, id)
    links.run(id)
    trace.run(id)
  }
}
