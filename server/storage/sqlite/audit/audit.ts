// The audit log in the database: AuditEvents, stored as resources, and the chain that links them. An answer is sent
// only after its event is on the disk (docs/decisions/0005-what-is-on-the-disk.md).

import { type AppendedEvent, DOMAIN_DEVICE, type NewEvent } from '#lib/audit/audit.ts'
import type { PreparedResource } from '#lib/fhir/prepared.ts'
import { prepareUnindexed } from '#lib/fhir/prepared-resource.ts'
import { type Chain, nextLink } from '#server/audit/chain.ts'
import type { Anchor, AuditStore, Head, Link, RetentionStore, StoredEvent } from '#server/audit/store.ts'
import type { WriteTransaction } from '#server/fhir/store.ts'
import { type LinkRow, toLink } from '../../link-row.ts'
import type { CommitEnd } from '../durability/commit-end.ts'
import { AT_ONCE, type WriteQueue } from '../durability/write-queue.ts'
import { asyncPort, type Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { joining } from '../file/nested-transactions.ts'
import { throwingUnavailable } from '../file/unavailable.ts'
import { Changes, versionWriter } from '../resources/resource-writer.ts'
import { eventIndex } from './event-index.ts'
import { retentionStore } from './retention.ts'

/** The part of a transaction that is about the audit log. Throws StorageUnavailable. */
export type EventRecorder = Pick<WriteTransaction, 'record' | 'recordSent'>

/** True once an event has been recorded. */
export const hasAuditLog = (sql: Sqlite): boolean => sql.prepare('SELECT 1 FROM audit_link LIMIT 1').get() !== undefined

/** The stores of the audit log on one connection, whose deferred writes `owed` makes. They reject with StorageUnavailable. */
export function auditStore(
  sql: Sqlite,
  chain: Chain,
  owed: Pick<WriteQueue, 'enqueue' | 'flush'> = AT_ONCE,
): AuditStore & RetentionStore {
  const { appendAll, end } = eventAppender(sql, chain)
  return {
    ...asyncPort<Pick<AuditStore, 'appendAll' | 'read'> & RetentionStore>(sql, {
      ...{ appendAll, read: reader(sql) },
      ...retentionStore(sql, { append: appendAll, linksFrom: linksFrom(sql), end }),
    }),
    ...queued(throwingUnavailable({ appendAll }).appendAll, owed),
  }
}

/** Events that wait to be written, all in one transaction. */
function queued(
  appendAll: (events: readonly NewEvent[]) => void,
  owed: Pick<WriteQueue, 'enqueue' | 'flush'>,
): Pick<AuditStore, 'enqueue' | 'flush'> {
  let waiting: { readonly events: readonly NewEvent[]; readonly lost: (error: unknown) => void }[] = []
  const write = () => {
    appendAll(waiting.flatMap(({ events }) => events))
    waiting = []
  }
  const lose = (error: unknown) => {
    const all = waiting
    waiting = []
    for (const { lost } of all) lost(error)
  }
  return {
    enqueue: (events, lost) => {
      waiting.push({ events, lost })
      owed.enqueue(write, lose)
    },
    flush: () => void owed.flush(), // What waits for another process is written later.
  }
}

/** What records events within the transactions of a connection, at the `end` of their common commit. */
export function eventRecorder(sql: Sqlite, chain: Chain, end: CommitEnd): EventRecorder {
  const { appendAll, appendSent } = eventAppender(sql, chain)
  return throwingUnavailable({ record: (events) => end.leave(appendAll, events), recordSent: appendSent })
}

/** The statements that write events with their links: in the caller's transaction, or in one of their own. */
function eventAppender(sql: Sqlite, chain: Chain) {
  const versions = versionWriter(sql)
  const index = eventIndex(sql)
  const last = sql.prepare<[], Link>('SELECT * FROM audit_link ORDER BY position DESC LIMIT 1')
  const addLink = sql.prepare<[Link]>(
    `INSERT INTO audit_link (position, eventId, eventHash, previous, hash)
     VALUES (@position, @eventId, @eventHash, @previous, @hash)`,
  )
  const moveHead = sql.prepare<[Head]>(
    `INSERT INTO audit_head (id, position, seal) VALUES (1, @position, @seal)
     ON CONFLICT (id) DO UPDATE SET position = excluded.position, seal = excluded.seal`,
  )

  const store = (event: NewEvent, changes: Changes): StoredEvent => {
    const resource = prepared(event)
    // The id is new, so no earlier version exists. If one did, the unique index would refuse this row.
    const { seq, lastUpdated, body } = versions.append(resource, undefined, event.recorded, changes)
    return { id: event.id, seq, lastUpdated, origin: resource.origin, body }
  }

  const link = (before: Link | undefined, event: StoredEvent): Link => {
    const added = nextLink(chain, before, event)
    addLink.run(added)
    return added
  }

  const close = ({ position, hash }: Link, characters: number): void => {
    moveHead.run({ position, seal: chain.seal(position, hash) })
    index.added(position, characters)
  }

  // Immediate: of two processes, one reads the last link and appends to it while the other waits.
  const appendAll = joining(sql, (events: readonly NewEvent[]) => {
    const changes = new Changes()
    let newest = last.get()
    let characters = 0
    for (const event of events) {
      const stored = store(event, changes)
      newest = link(newest, stored)
      characters += stored.body?.length ?? 0
    }
    versions.applyCounts(changes)
    if (newest) close(newest, characters)
  })

  const appendSent = joining(sql, ({ id, ...event }: PreparedResource, now: number): AppendedEvent => {
    const changes = new Changes()
    const { seq, lastUpdated, body } = versions.append({ id, ...event, values: [] }, undefined, now, changes)
    const newest = link(last.get(), { id, seq, lastUpdated, origin: event.origin, body })
    versions.applyCounts(changes)
    close(newest, body.length)
    return { lastUpdated, body }
  })

  return { appendAll, appendSent, end: () => last.get() }
}

/** Links, with the events that they refer to. */
const LINKS = `SELECT l.*, r.id, r.seq, r.lastUpdated, r.origin, b.body, r.supersededBy IS NULL AND r.deleted = 0
       AND NOT EXISTS (SELECT 1 FROM resource_version n WHERE n.type = 'AuditEvent' AND n.id = l.eventId AND n.versionId > 1)
       AS current
     FROM audit_link l
     LEFT JOIN resource_version r ON r.type = 'AuditEvent' AND r.id = l.eventId AND r.versionId = 1
     LEFT JOIN resource_body b ON b.seq = r.seq`

function linksFrom(sql: Sqlite): Synchronous<RetentionStore>['linksFrom'] {
  const some = sql.prepare<[number, number], LinkRow>(`${LINKS} WHERE l.position >= ? ORDER BY l.position LIMIT ?`)
  return (position, limit) => some.all(position, limit).map(toLink)
}

function reader(sql: Sqlite): Synchronous<AuditStore>['read'] {
  const links = sql.prepare<[], LinkRow>(`${LINKS} ORDER BY l.position`)
  const head = sql.prepare<[], Head>('SELECT position, seal FROM audit_head')
  const anchor = sql.prepare<[], Anchor>('SELECT position, hash, seq, seal FROM audit_anchor')
  const unlinked = sql
    .prepare<[string], string>(
      `SELECT DISTINCT id FROM resource_version WHERE type = 'AuditEvent' AND (id GLOB 'audit.*' OR origin = ?)
       AND id NOT IN (SELECT eventId FROM audit_link) ORDER BY id`,
    )
    .pluck()
  const look = sql.transaction((begin: Parameters<AuditStore['read']>[0]) => {
    const see = begin(anchor.get())
    for (const row of links.iterate()) see(toLink(row))
    return { head: head.get(), unlinked: unlinked.all(DOMAIN_DEVICE) }
  })
  return (begin) => look.deferred(begin)
}

const prepared = ({ id, resource }: NewEvent) =>
  prepareUnindexed({ type: 'AuditEvent', id, text: JSON.stringify(resource), parsed: resource })
