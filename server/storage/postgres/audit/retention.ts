// Prunes the audit log in the database: sets the anchor and deletes archived rows in batches.
import type { Anchor, Link, RetentionStore } from '#server/audit/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { append } from '../resources/append.ts'
import { eventsOf, versionOf } from './events.ts'
import { LAST, type Links } from './links.ts'

interface RetentionParts extends Pick<RetentionStore, 'linksFrom'> {
  readonly links: Links
}

export const ANCHOR = 'SELECT position, hash, seq, seal FROM audit_anchor'
const HASH_AT = 'SELECT hash FROM audit_link WHERE position = $1::bigint'
const MOVE =
  'UPDATE audit_anchor SET position = $1::bigint, hash = $2, seq = $3::bigint, seal = $4 WHERE id = 1 RETURNING id'
const SET = 'INSERT INTO audit_anchor (id, position, hash, seq, seal) VALUES (1, $1::bigint, $2, $3::bigint, $4)'
// Snapshots of audit searches would show fewer events. Their pages ask for a new search.
const REMOVE = `WITH oldest AS MATERIALIZED (
    SELECT l.position, r.seq, r.origin FROM audit_link l
    LEFT JOIN resource_version r ON r.type = 'AuditEvent' AND r.id = l."eventId" AND r."versionId" = 1
    WHERE l.position <= (SELECT position FROM audit_anchor) ORDER BY l.position LIMIT $1::bigint
  ), found AS (DELETE FROM search_value WHERE seq IN (SELECT seq FROM oldest)
  ), texts AS (DELETE FROM resource_body WHERE seq IN (SELECT seq FROM oldest)
  ), versions AS (DELETE FROM resource_version WHERE seq IN (SELECT seq FROM oldest)
  ), counted AS (
    INSERT INTO resource_count (type, origin, slot, count)
    SELECT 'AuditEvent', coalesce(origin, ''), writing_slot(), -count(*) FROM oldest WHERE seq IS NOT NULL GROUP BY origin
    ON CONFLICT (type, origin, slot) DO UPDATE SET count = resource_count.count + excluded.count
  ), walks AS (DELETE FROM search_snapshot WHERE type = 'AuditEvent' AND EXISTS (SELECT 1 FROM oldest)
  ), links AS (DELETE FROM audit_link WHERE position IN (SELECT position FROM oldest))
  SELECT count(*) AS n FROM oldest`

/** The store for archiving and pruning. */
export function retentionStore(
  { run, transaction }: Pick<Postgres, 'run' | 'transaction'>,
  { links, linksFrom }: RetentionParts,
): RetentionStore {
  return {
    anchor: async () => (await run<Anchor>(ANCHOR))[0],
    linksFrom,
    end: async () => (await run<Link>(LAST))[0],
    setAnchor: async (next, from, event) => {
      const isSet = await transaction(async (tx) => {
        await links.lock(tx)
        const [anchor] = await tx<Anchor>(ANCHOR)
        const [at] = await tx<{ readonly hash: string }>(HASH_AT, [next.position])
        const [end] = await tx<Link>(LAST)
        if ((anchor?.position ?? 0) !== from || at?.hash !== next.hash || (end?.position ?? 0) <= next.position)
          return false
        const versions = [versionOf(event)]
        await links.add(tx, eventsOf(versions, await append(tx, versions)))
        const values = [next.position, next.hash, next.seq, next.seal]
        if ((await tx(MOVE, values)).length === 0) await tx(SET, values)
        return true
      })
      if (isSet) await links.sealed()
      return isSet
    },
    removeSome: async (limit) => (await run<{ readonly n: number }>(REMOVE, [limit]))[0]?.n ?? 0,
  }
}
