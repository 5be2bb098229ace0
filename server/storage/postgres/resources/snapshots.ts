// Search snapshots, for paging: the search, its client, and the moment that it shows. Any process finds them.
import { HOUR } from '#lib/clock.ts'
import type { Snapshot, SnapshotStore } from '#server/fhir/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { gather } from '../connection/gather.ts'

/** An expiry is extended only when that gains at least this much, so that most pages are read without a write. */
const WORTH_MOVING_MS = 60_000
/** The longest that pages are to be had, however often they are asked for: until then, nothing of their past is removed. */
const LONGEST_LIFE_MS = 24 * HOUR

// The newest of each client are kept: where two processes add some at once, a few more than the most may be left.
const CREATE = `WITH expired AS (DELETE FROM search_snapshot WHERE "expiresAt" <= $10::timestamptz),
  asked AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::timestamptz[], $9::timestamptz[])
    AS asked(id, "clientId", permission, type, query, "asOfSeq", total, "lastUpdated", "expiresAt")),
  unused AS (DELETE FROM search_snapshot WHERE id = ANY (ARRAY(
    SELECT o.id FROM unnest($11::text[], $12::bigint[]) AS c("clientId", room) CROSS JOIN LATERAL (SELECT id FROM search_snapshot
      WHERE "clientId" = c."clientId" ORDER BY "expiresAt" DESC, "lastUpdated" DESC OFFSET greatest(c.room, 0)) o)))
  INSERT INTO search_snapshot (id, "clientId", permission, type, query, "asOfSeq", total, "lastUpdated", "expiresAt")
  SELECT id, "clientId", permission, type, query, "asOfSeq", total, "lastUpdated", "expiresAt" FROM asked`
const FIND = `SELECT asked.n, s.id, s."clientId", s.permission, s.query, s."asOfSeq", s.total, s."lastUpdated", s."expiresAt"
  FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS asked(id, now, oldest, n)
  JOIN search_snapshot s ON s.id = asked.id AND s."expiresAt" > asked.now AND s."lastUpdated" > asked.oldest`
const MOVE = 'UPDATE search_snapshot SET "expiresAt" = $1 WHERE id = $2 AND "expiresAt" < $1'

/** The oldest transaction that pages may still show the time before, of snapshots that live (`livingAt`); null if there are none. */
export const OLDEST_LIVING = `(SELECT min(pg_snapshot_xmin("asOfSeq"::pg_snapshot)) FROM search_snapshot WHERE "expiresAt" > $1::timestamptz AND "lastUpdated" > $2::timestamptz)`

export const livingAt = (now: number): readonly [now: Date, oldest: Date] => [
  new Date(now),
  new Date(now - LONGEST_LIFE_MS),
]

type Stored = Snapshot
type Query = Pick<Stored, 'search' | 'view'>

interface Row extends Omit<Stored, 'search' | 'view' | 'total'> {
  readonly query: string
  readonly total: number | null
}

/** The store of snapshots: those of the same moment are written in one statement. */
export function snapshotStore({ run, gathered }: Pick<Postgres, 'run' | 'gathered'>): SnapshotStore {
  const find = gathered<[id: string, now: Date, oldest: Date], Row>(FIND)
  const create = gather(
    async (all: readonly { readonly snapshot: Stored; readonly most: number; readonly now: number }[]) => {
      const of = <T>(value: (snapshot: Stored) => T) => all.map(({ snapshot }) => value(snapshot))
      const room = new Map(all.map(({ snapshot, most }) => [snapshot.clientId, most]))
      for (const { snapshot } of all) room.set(snapshot.clientId, (room.get(snapshot.clientId) ?? 0) - 1)
      await run(CREATE, [
        ...[
          of(({ id }) => id),
          of(({ clientId }) => clientId),
          of(({ permission }) => permission),
          of(({ search }) => search.type),
        ],
        of(({ search, view }) => JSON.stringify({ search, view } satisfies Query)),
        ...[of(({ asOfSeq }) => asOfSeq), of(({ total }) => total ?? null)],
        ...[of(({ lastUpdated }) => new Date(lastUpdated)), of(({ expiresAt }) => new Date(expiresAt))],
        new Date(Math.max(...all.map(({ now }) => now))),
        ...[[...room.keys()], [...room.values()]],
      ])
      return all.map(() => undefined)
    },
  )
  return {
    create: (snapshot, most, now) => create({ snapshot, most, now }),
    find: async (id, now, expiresAt) => {
      const row = await find(id, ...livingAt(now))
      if (!row) return undefined
      if (expiresAt - row.expiresAt >= WORTH_MOVING_MS) await run(MOVE, [new Date(expiresAt), id])
      const { query, total, ...rest } = row
      return { ...rest, ...(JSON.parse(query) as Query), total: total ?? undefined }
    },
  }
}
