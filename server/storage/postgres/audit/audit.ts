// The audit log in PostgreSQL: AuditEvents, stored and indexed as resources, and the chain that links them. An answer is sent only
// after its event is on the disk: events that are enqueued are written at once, and `flush` waits for them.
import { DOMAIN_DEVICE, type NewEvent } from '#lib/audit/audit.ts'
import type { Chain } from '#server/audit/chain.ts'
import type { Anchor, AuditStore, Head, RetentionStore } from '#server/audit/store.ts'
import { type LinkRow, toLink } from '../../link-row.ts'
import type { Postgres } from '../connection/connection.ts'
import { gather } from '../connection/gather.ts'
import type { Run } from '../connection/line.ts'
import { eventAppender } from './append-events.ts'
import { eventLinks, type Links } from './links.ts'
import { ANCHOR, retentionStore } from './retention.ts'

type Connections = Pick<Postgres, 'run' | 'transaction'>

/** The log of a database, which is opened with the key of its chain. */
export interface AuditLog {
  /** Its stores, which reject with StorageUnavailable. Call it once. */
  readonly open: (chain: Chain) => AuditStore & RetentionStore
  /** The links of the opened log, for transactions of writes. */
  readonly links: () => Links
  /** Resolves when the events that were enqueued are written. Never rejects. */
  readonly flush: () => Promise<void>
}

/** The audit log, whose chain the database has no key of, and what links events within transactions. */
export function auditLog(postgres: Connections): AuditLog {
  let links: Links | undefined
  const writing = new Set<Promise<void>>()
  const flush = async () => void (await Promise.all(writing))
  return {
    links: () => {
      if (!links) throw new Error('Nothing is recorded before the audit log is open.')
      return links
    },
    flush,
    open: (chain) => {
      const made = eventLinks(postgres, chain)
      links = made
      const appendAll = eventAppender(postgres, chain)
      const together = gather<readonly NewEvent[], void>(async (all) => {
        await appendAll(all.flat())
        return all.map(() => undefined)
      })
      return {
        appendAll,
        enqueue: (events, lost) => {
          const written = together(events)
            .catch(lost)
            .finally(() => writing.delete(written))
          writing.add(written)
        },
        flush: () => (writing.size === 0 ? undefined : flush()),
        read: (begin) => readLog(postgres, begin),
        ...retentionStore(postgres, { links: made, linksFrom: linksFrom(postgres) }),
      }
    },
  }
}

export const hasAuditLog = async ({ run }: Pick<Postgres, 'run'>): Promise<boolean> =>
  (await run('SELECT 1 FROM audit_link LIMIT 1')).length > 0

/** Links from a position onwards, with the events that they refer to. */
const LINKS = `SELECT l.*, r.id, r.seq, r."lastUpdated", r.origin, b.body, coalesce(r."supersededBy" IS NULL AND NOT r.deleted
    AND NOT EXISTS (SELECT 1 FROM resource_version n WHERE n.type = 'AuditEvent' AND n.id = l."eventId" AND n."versionId" > 1), FALSE) AS current
  FROM audit_link l LEFT JOIN resource_version r ON r.type = 'AuditEvent' AND r.id = l."eventId" AND r."versionId" = 1
  LEFT JOIN resource_body b ON b.seq = r.seq WHERE l.position >= $1::bigint ORDER BY l.position LIMIT $2::bigint`
const HEAD = 'SELECT position, seal FROM audit_head ORDER BY position DESC LIMIT 1'
const UNLINKED = `SELECT DISTINCT v.id FROM resource_version v WHERE v.type = 'AuditEvent' AND (starts_with(v.id, 'audit.') OR v.origin = $1)
  AND NOT EXISTS (SELECT 1 FROM audit_link l WHERE l."eventId" = v.id) ORDER BY v.id`

/** Links read at a time. */
const SOME = 1000

const linksFrom =
  ({ run }: { readonly run: Run }): RetentionStore['linksFrom'] =>
  async (position, limit) =>
    (await run<LinkRow>(LINKS, [position, limit])).map(toLink)

const readLog = (
  { transaction }: Connections,
  begin: Parameters<AuditStore['read']>[0],
): ReturnType<AuditStore['read']> =>
  transaction(
    async (run) => {
      const [anchor] = await run<Anchor>(ANCHOR)
      const see = begin(anchor)
      const links = linksFrom({ run })
      for (let from = 0; ; ) {
        const some = await links(from, SOME)
        for (const link of some) see(link)
        if (some.length < SOME) break
        from = (some.at(-1)?.position ?? from) + 1
      }
      const [head] = await run<Head>(HEAD)
      const unlinked = await run<{ readonly id: string }>(UNLINKED, [DOMAIN_DEVICE])
      return { head, unlinked: unlinked.map(({ id }) => id) }
    },
    { isolation: 'REPEATABLE READ' },
  )
