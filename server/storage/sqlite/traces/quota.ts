// Bounds traces by number and by characters, per client and in total. The oldest are deleted first, and unverified
// requests never evict verified launches.
import type { Sqlite } from '../file/database.ts'

interface Bound {
  readonly traces: number
  /** Characters of their requests. */
  readonly size: number
}

export interface TraceBounds {
  readonly verified: { readonly client: Bound; readonly all: Bound }
  readonly unverified: { readonly client: Bound; readonly all: Bound }
}

const MB = 2 ** 20

/** Anybody can send unverified requests under any client_id, so all of them together get a small share. */
export const TRACE_BOUNDS: TraceBounds = {
  verified: { client: { traces: 2000, size: 64 * MB }, all: { traces: 200_000, size: 512 * MB } },
  unverified: { client: { traces: 200, size: 8 * MB }, all: { traces: 5000, size: 32 * MB } },
}

export interface TraceRoom {
  /** Call before a new trace. */
  readonly forOneMore: (verified: boolean, clientId: string | undefined) => void
  /** Call after a request is added to a trace. */
  readonly afterGrowth: (verified: boolean, clientId: string | undefined) => void
}

/** Traces deleted at once when there are too many. */
const SURPLUS = 20

/** Makes room by deleting the oldest traces, within the transaction that writes. */
export function traceRoom(sql: Sqlite, bounds: TraceBounds): TraceRoom {
  const volume = sql.prepare<[number, string], Bound>(
    'SELECT traces, size FROM trace_volume WHERE verified = ? AND owner = ?',
  )
  // Verified traces count towards their client, whose oldest are deleted. Of unverified traces, the oldest of the
  // largest network are deleted.
  const largest = (whose: string) =>
    `(SELECT network FROM trace WHERE ${whose} GROUP BY network ORDER BY sum(size) DESC LIMIT 1)`
  const ofClient = 'verified = 0 AND clientId IS @clientId'
  const unproven = {
    client: sql
      .prepare<[{ clientId: string | null; most: number }], string>(
        `SELECT id FROM trace WHERE ${ofClient} AND network = ${largest(ofClient)} ORDER BY startedAt, id LIMIT @most`,
      )
      .pluck(),
    all: sql
      .prepare<[{ most: number }], string>(
        `SELECT id FROM trace WHERE verified = 0 AND network = ${largest('verified = 0')}
         ORDER BY startedAt, id LIMIT @most`,
      )
      .pluck(),
  }
  const proven = {
    client: sql
      .prepare<[{ clientId: string | null; most: number }], string>(
        'SELECT id FROM trace WHERE verified = 1 AND clientId IS @clientId ORDER BY startedAt, id LIMIT @most',
      )
      .pluck(),
    all: sql
      .prepare<[{ most: number }], string>('SELECT id FROM trace WHERE verified = 1 ORDER BY startedAt, id LIMIT @most')
      .pluck(),
  }
  const forget = forgetting(sql)

  const shrink = (owner: string, kind: 0 | 1, most: Bound, more: number, next: () => readonly string[]) => {
    for (;;) {
      const { traces, size } = volume.get(kind, owner) ?? { traces: 0, size: 0 }
      if (traces + more <= most.traces && size <= most.size) return
      const ids = next()
      if (ids.length === 0) return
      for (const id of ids) forget(id)
    }
  }

  const make = (verified: boolean, clientId: string | undefined, more: number) => {
    const { client, all } = verified ? bounds.verified : bounds.unverified
    const kind = verified ? 1 : 0
    const oldest = verified ? proven : unproven
    const ofThisClient = { clientId: clientId ?? null, most: SURPLUS }
    shrink(`client ${clientId ?? ''}`, kind, client, more, () => oldest.client.all(ofThisClient))
    shrink('', kind, all, more, () => oldest.all.all({ most: SURPLUS }))
  }

  return {
    forOneMore: (verified, clientId) => make(verified, clientId, 1),
    afterGrowth: (verified, clientId) => make(verified, clientId, 0),
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
