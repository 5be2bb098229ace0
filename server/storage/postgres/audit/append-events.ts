// Stores events that come by themselves, any number of them in two statements: one locks the end of the chain, and one writes them with
// their links. Those of a write of resources are stored and linked in its transaction (links.ts).
import type { Chain } from '#server/audit/chain.ts'
import type { AuditStore } from '#server/audit/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { indexValues } from '../resources/append.ts'
import { eventsOf, versionOf } from './events.ts'
import { linkValues } from './links.ts'

const COLUMNS = ['id', 'lastUpdated', 'origin', 'contentHash', 'body'] as const
const END = 'SELECT seqs, position, hash FROM audit_end($1::bigint)'
const WRITE = `WITH n AS MATERIALIZED (
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[]) AS q(seq, id, "lastUpdated", origin, "contentHash", body)
  ), versions AS (
    INSERT INTO resource_version (seq, type, id, "versionId", "lastUpdated", deleted, origin, "contentHash")
    SELECT seq, 'AuditEvent', id, 1, "lastUpdated", FALSE, origin, "contentHash" FROM n
  ), bodies AS (INSERT INTO resource_body (seq, body) SELECT seq, body FROM n
  ), found AS (
    INSERT INTO search_value (type, seq, param, system, value)
    SELECT 'AuditEvent', * FROM unnest($7::bigint[], $8::text[], $9::text[], $10::text[])
  ), counted AS (
    INSERT INTO resource_count (type, origin, slot, count) SELECT 'AuditEvent', coalesce(origin, ''), writing_slot(), count(*) FROM n GROUP BY 2
    ON CONFLICT (type, origin, slot) DO UPDATE SET count = resource_count.count + excluded.count
  ), links AS (
    INSERT INTO audit_link (position, "eventId", "eventHash", previous, hash)
    SELECT * FROM unnest($11::bigint[], $12::text[], $13::text[], $14::text[], $15::text[])
  ), forgotten AS (DELETE FROM audit_head WHERE id < $16::bigint)
  INSERT INTO audit_head (id, position, seal) VALUES ($16::bigint, $16::bigint, $17)`

interface End {
  readonly seqs: readonly string[]
  readonly position: number
  readonly hash: string
}

/** Stores and links events, all or none. */
export const eventAppender =
  ({ transaction }: Pick<Postgres, 'transaction'>, chain: Chain): AuditStore['appendAll'] =>
  async (events) => {
    if (events.length === 0) return
    const versions = events.map(versionOf)
    await transaction(async (run) => {
      const [end] = await run<End>(END, [events.length])
      if (!end) throw new Error('The audit log has no end.')
      const seqs = end.seqs.map(Number)
      const numbers = new Map(versions.map((version, at) => [version, seqs[at] as number]))
      await run(WRITE, [
        seqs,
        ...COLUMNS.map((column) => versions.map((version) => version[column])),
        ...indexValues(versions, (at) => seqs[at]),
        ...linkValues(chain, end, eventsOf(versions, numbers)),
      ])
    })
  }
