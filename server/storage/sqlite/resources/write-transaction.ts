// The transaction of a FHIR write: no other write comes between its reads and writes.
import { allSteps } from '#lib/async/steps.ts'
import type {
  FoundAhead,
  PreparedResource,
  SearchWanted,
  WriteTransaction,
  WriteTransactions,
  WrittenBy,
} from '#server/fhir/store.ts'
import type { EventRecorder } from '../audit/audit.ts'
import { eventIndex } from '../audit/event-index.ts'
import { type CommitEnd, commitEnd } from '../durability/commit-end.ts'
import { groupedTransactions } from '../durability/grouped-transactions.ts'
import { longTransactions } from '../durability/long-transactions.ts'
import type { Database, Sqlite } from '../file/database.ts'
import type { Found } from '../search/first-matches.ts'
import { type SearchIndex, searchIndex } from '../search/index.ts'
import { foundSince } from '../search/later-writes.ts'
import { recentChanges } from '../search/recent-changes.ts'
import { outboxWriter } from '../subscriptions/outbox.ts'
import { momentOf } from './moment.ts'
import { referrersIn } from './referrers.ts'
import { type Indexing, versionReader } from './resource-store.ts'
import { Changes, type Head, nextVersion, versionWriter } from './resource-writer.ts'

export interface WriteParts extends Indexing {
  readonly index: SearchIndex
  readonly end: CommitEnd
  /** What records events in transactions on a connection, made when the first event is recorded. */
  readonly recorder: (sql: Sqlite, end: CommitEnd) => EventRecorder
}

/**
 * Transactions of writes. Short ones share commits; those in steps run on the database's connection for long ones or, without
 * `database`, hold the thread.
 */
export function writeTransactions(
  sql: Sqlite,
  { database, ...parts }: WriteParts & { readonly database?: Database | undefined },
): WriteTransactions {
  const begin = transactionOn(sql, parts)
  const together = groupedTransactions(sql, { end: parts.end, flushed: database?.flushed })
  const transact: WriteTransactions['transact'] = (work) => together(() => work(begin()))
  if (!database) return { transact, transactInSteps: (work) => transact((tx) => allSteps(work(tx))) }
  const apart = longTransactions(database)
  let beginLong: typeof begin | undefined
  return {
    transact,
    transactInSteps: (work) =>
      apart((long) => {
        beginLong ??= transactionOn(long, {
          ...parts,
          ...{ index: searchIndex(long), events: eventIndex(long), end: commitEnd() },
        })
        return work(beginLong())
      }),
  }
}

/** Returns what begins a transaction on a connection: nothing is known of the one before. */
function transactionOn(sql: Sqlite, { index, events, isPartial, end, recorder }: WriteParts): () => WriteTransaction {
  const versions = versionWriter(sql)
  const read = versionReader(sql)
  const outbox = outboxWriter(sql)
  const registry = sql.prepare<[], unknown>('SELECT version FROM registry_state').pluck()

  const referrers = referrersIn(sql)
  const recent = recentChanges(sql)

  /** Changes of the counts of resources, which a commit makes once. */
  const count = (all: readonly Changes[]): void => {
    const together = new Changes()
    for (const changes of all) for (const [type, origin, change] of changes) together.add(type, origin, change)
    versions.applyCounts(together)
  }

  const append = (resource: PreparedResource, last: Head | undefined, now: number, by: WrittenBy | undefined) => {
    const { type, id, origin } = resource
    const changes = new Changes()
    const { seq, lastUpdated, body } = versions.append(resource, last, now, changes)
    if (by) outbox.add({ seq, ...by })
    end.leave(count, [changes])
    return { type, id, versionId: nextVersion(last), lastUpdated, deleted: false, origin: origin ?? undefined, body }
  }

  /** A search that takes a moment only, because it ran before and little was written since, or because it is narrow. */
  const foundIn = (wanted: SearchWanted, before: FoundAhead | undefined): Found | undefined => {
    const { search } = wanted
    const since = before && foundSince({ index, recent }, wanted, before)
    return since ?? (index.isNarrow(search) || index.isShort(search) ? index.found(wanted) : undefined)
  }

  const transaction: WriteTransaction = {
    ...lazily(() => recorder(sql, end)),
    registry: () => registry.get(),
    current: read.current,
    version: read.version,
    search: (wanted, { before, ms }) => {
      if (wanted.search.type === 'AuditEvent') events.catchUp()
      end.now(count)
      const found = index.within({ ms, isCancelled: () => false }, () => foundIn(wanted, before))
      if (!found) return undefined
      const { asOfSeq, seqs, total } = found
      const matches = seqs.flatMap((seq) => read.numbered(seq) ?? [])
      const partial = before?.isPartial === true || isPartial(wanted.search)
      return {
        asOfSeq: momentOf(asOfSeq),
        total,
        isPartial: partial,
        matches: matches.map((match) => ({ ...match, withheld: false })),
      }
    },
    finds: (search, { type, id }) => {
      if (type === 'AuditEvent') events.catchUp()
      return recent.finds(search, type, id)
    },
    referrers: (...asked) => {
      end.now(count)
      return referrers(...asked)
    },
    subscriptionsOn: subscriptionsOnIn(sql),
    write: (resource, now, by) => append(resource, versions.head(resource.type, resource.id), now, by),
    // If there were a version after all, the unique index would refuse this one.
    add: (resource, now, by) => append(resource, undefined, now, by),
    index: ({ type, id }, values) => versions.index(type, id, values),
    bury: (type, id, now) => {
      const last = versions.head(type, id)
      if (!last) throw new Error(`There is no ${type}/${id} to delete.`)
      const changes = new Changes()
      const lastUpdated = versions.bury(type, id, last, now, changes)
      end.leave(count, [changes])
      const origin = last.origin ?? undefined
      return { type, id, versionId: nextVersion(last), lastUpdated, deleted: true, origin, body: undefined }
    },
  }

  return () => {
    recent.forget()
    return transaction
  }
}

/** The log of a connection is opened after it. */
function lazily(make: () => EventRecorder): EventRecorder {
  let made: EventRecorder | undefined
  const recorder = () => {
    made ??= make()
    return made
  }
  return {
    record: (events) => recorder().record(events),
    recordSent: (event, now) => recorder().recordSent(event, now),
  }
}

function subscriptionsOnIn(sql: Sqlite): WriteTransaction['subscriptionsOn'] {
  const count = sql
    .prepare<[string, string], number>(
      `SELECT count(*) FROM resource_version r JOIN resource_body b ON b.seq = r.seq
       WHERE r.type = 'Subscription' AND r.origin = ? AND r.supersededBy IS NULL AND r.deleted = 0 AND r.id <> ?
         AND b.body ->> '$.status' <> 'off'`,
    )
    .pluck()
  return (origin, besideId) => count.get(origin, besideId) ?? 0
}
