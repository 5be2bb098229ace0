// Storage ports of the resource server. Implemented in server/storage/sqlite/resources/resources.ts.
import type { PreparedResource } from '#lib/fhir/prepared.ts'

/** A stored version. `body` is the JSON text to send; absent for a deletion. */
export interface StoredVersion {
  readonly type: string
  readonly id: string
  readonly versionId: number
  /** Epoch milliseconds. */
  readonly lastUpdated: number
  readonly deleted: boolean
  /** Id of the Device in the resource-origin extension. */
  readonly origin: string | undefined
  readonly body: string | undefined
}

/** The resources that a client may see: all, or only those of certain Devices. */
export type Visibility = 'all' | { readonly origins: readonly string[] }

/** One condition: any of the alternatives (OR). All conditions of a search have to be met (AND). */
export interface Condition {
  readonly param: string
  readonly alternatives: readonly { readonly system?: string; readonly value: string }[]
  /** Intervals of values, of this or of other params, in place of the alternatives. */
  readonly ranges?: readonly ValueRange[]
}

/** Values from (included) to (not included) in the order of their bytes; of dates, also their last days. */
export interface ValueRange {
  readonly param: string
  readonly from: string
  readonly to: string
  readonly endFrom: string
  readonly endTo: string
}

/** An order that an index has. Ties of lastUpdated are broken by id, upwards for the newest first, downwards for the oldest first. */
export type IndexOrder = '-_lastUpdated' | '_lastUpdated' | '_id' | '-_id'

/** An order by what search parameters find: by the first of them, ties by the next one, and in the end by `ties`. */
export interface ValueOrder {
  readonly by: readonly ValueKey[]
  readonly ties: IndexOrder
}

/** Of several values the one that comes first in this order counts (FHIR R4 search.html §3.1.1.5.1). Who has none comes last. */
export interface ValueKey {
  /** Names in the index. */
  readonly params: readonly string[]
  readonly descending: boolean
}

export type SortOrder = IndexOrder | ValueOrder

/** A stretch of time in epoch milliseconds: from (included) to (not included). */
export interface Interval {
  readonly from: number
  readonly to: number
}

export interface Search {
  readonly type: string
  readonly conditions: readonly Condition[]
  readonly visibility: Visibility
  readonly sort: SortOrder
  /** Only these ids; absent for any. */
  readonly ids?: readonly string[]
  /** Only what was last updated in one of these; disjoint and ascending. Absent for any time. */
  readonly lastUpdated?: readonly Interval[]
}

/** A match as it was at the time of the snapshot. */
export interface Match extends StoredVersion {
  /** True when it is deleted, or no longer visible to the search. */
  readonly withheld: boolean
}

export interface SearchWanted {
  readonly search: Search
  /** Matches, at most. */
  readonly limit: number
  /** Matches that may be counted; 0 for no count. A total that is stored is returned all the same. */
  readonly mostCounted: number
}

export interface SearchFound {
  /** The seq of the newest write at the time of the search: its pages show the state as of then. */
  readonly asOfSeq: number
  readonly matches: readonly Match[]
  /** Undefined when no total was wanted, or there are more matches than may be counted. */
  readonly total: number | undefined
}

/** The versions of a type, or of one of its resources, deletions included: the newest first, by the order of their commits. */
export interface History {
  readonly kind: 'history'
  readonly type: string
  /** The resource; absent for all of the type. */
  readonly id?: string
  /** Of versions that it covers only those are seen whose resource it covers by its newest version, too. */
  readonly visibility: Visibility
  /** Only versions made at this time or later, in epoch milliseconds. */
  readonly since?: number
  /** Only versions that were current at some time in it. */
  readonly at?: Interval
}

export interface HistoryWanted {
  readonly history: History
  /** Undefined for the state as of now. */
  readonly asOfSeq?: number
  readonly offset: number
  /** Versions, at most. */
  readonly limit: number
}

/** A version in a history. */
export interface HistoryVersion extends StoredVersion {
  /** True for the first version of a resource, and for the first one after a deletion. */
  readonly created: boolean
  /** True when the resource is no longer visible to the history. */
  readonly withheld: boolean
}

export interface HistoryFound {
  /** The seq of the newest write at the time of the history. */
  readonly asOfSeq: number
  /** All versions of the history. */
  readonly total: number
  readonly versions: readonly HistoryVersion[]
}

/** Two numbers, or anything else that can be compared. */
export interface StoredState {
  /** Equal for as long as no client, role, permission or key was written. */
  readonly registry: unknown
  /** Equal for as long as every current version that was there is there, as it was. */
  readonly versions: unknown
  /** Equal while no write has changed what a search could find. Events of the audit log do not count. */
  readonly lists: unknown
}

export interface ResourceStore {
  readonly readCurrent: (type: string, id: string) => StoredVersion | undefined
  readonly readVersion: (type: string, id: string, versionId: number) => StoredVersion | undefined
  /** The seq of the newest write; 0 when there is none. */
  readonly currentSeq: () => number
  /** The first matches as of now. */
  readonly search: (wanted: SearchWanted) => Promise<SearchFound>
  /** Matches as of `asOfSeq`, from any offset. */
  readonly page: (search: Search, asOfSeq: number, offset: number, limit: number) => Promise<readonly Match[]>
  /** Announces that pages of a search may follow, so that their list can be built meanwhile. */
  readonly prepare: (search: Search, asOfSeq: number) => void
  /** A part of a history. The same history as of the same seq has the same versions at the same offsets. */
  readonly history: (wanted: HistoryWanted) => Promise<HistoryFound>
}

/** A list as of its first page, for the other ones. */
export interface Snapshot {
  readonly id: string
  readonly clientId: string
  /** The fingerprint of the client's visibility at the time of the search. */
  readonly permission: string
  readonly search: Search | History
  readonly asOfSeq: number
  /** Undefined where counting was too costly or not wanted. */
  readonly total: number | undefined
  /** The other common part of the pages, as the search interaction serializes it. */
  readonly view: string
  readonly lastUpdated: number
  readonly expiresAt: number
}

export interface SnapshotStore {
  /** Stores a search for its pages; deletes expired ones and the client's least recently used beyond `most`. */
  readonly create: (snapshot: Snapshot, most: number, now: number) => Promise<void>
  /** An unexpired snapshot; its expiry moves to about `expiresAt`. */
  readonly find: (id: string, now: number, expiresAt: number) => Snapshot | undefined
}

/** Outcome of writing one resource. */
export type WriteOutcome = 'created' | 'updated' | 'unchanged'

export interface ResourceWrite {
  readonly type: string
  readonly id: string
  /** The JSON text as received, one resource. */
  readonly text: string
  readonly parsed: Readonly<Record<string, unknown>>
}

export type { PreparedResource } from '#lib/fhir/prepared.ts'

export interface ResourceWriter {
  /** Writes as `write` does, what was prepared elsewhere. */
  readonly writePrepared: (resources: readonly PreparedResource[], now: number) => Promise<readonly WriteOutcome[]>
  /** Writes resources as one transaction, in order; a changed one becomes a new version, an equal one does not. */
  readonly write: (resources: readonly ResourceWrite[], now: number) => Promise<readonly WriteOutcome[]>
  /** Makes a tombstone version; false when there is nothing to delete. */
  readonly delete: (type: string, id: string, now: number) => Promise<boolean>
}

/** The numbers of the request that a write came with, which the notifications about it repeat (Koppeltaal trace headers). */
export interface WriteTrace {
  readonly requestId: string
  readonly correlationId: string | undefined
  readonly traceId: string
}

/** The same, with who wrote. */
export interface WrittenBy extends WriteTrace {
  readonly clientId: string
}

/**
 * One transaction of the write interactions of the FHIR API. Nothing that is looked at in it changes before it is committed; what
 * throws in it undoes all of it.
 */
export interface WriteTransaction {
  /** Equal to StoredState.registry for as long as no client, role, permission or key was written. */
  readonly registry: () => unknown
  /** The newest version, a deletion included. */
  readonly current: (type: string, id: string) => StoredVersion | undefined
  readonly version: (type: string, id: string, versionId: number) => StoredVersion | undefined
  /** The first matches, those of this transaction included. */
  readonly search: (wanted: SearchWanted) => SearchFound
  /** Current resources, but for AuditEvents, that refer to `type`/`id`; `bases` are the URLs that stand for the own base. */
  readonly referrers: (target: Target, bases: readonly string[], limit: number) => readonly Referrer[]
  /** How many Subscriptions of a client are not off, beside one of them. */
  readonly subscriptionsOn: (origin: string, besideId: string) => number
  /** Adds the next version. With its request, subscriptions are told of it. */
  readonly write: (resource: PreparedResource, now: number, by?: WrittenBy) => StoredVersion
  /** Adds a deletion as the next version. The resource has to be there. */
  readonly bury: (type: string, id: string, now: number) => StoredVersion
}

interface Target {
  readonly type: string
  readonly id: string
}

export type Referrer = Pick<StoredVersion, 'type' | 'id' | 'origin'>

export interface WriteTransactions {
  /**
   * Runs `work` as one transaction, which waits for other writers, and resolves once it is committed. Rejects with what `work`
   * throws, and with StorageUnavailable when others hold the database for longer than 5 s.
   */
  readonly transact: <T>(work: (transaction: WriteTransaction) => T) => Promise<T>
}

/** The number of resources that were created, updated and found unchanged. */
export type WriteCounts = Readonly<Record<WriteOutcome, number>>

/**
 * One import, from its first resource to its last. The contents of each resource are a run of versions; the longest beginning of it
 * that equals the newest stored versions is skipped, and only the rest become new ones. So an import that is run again, after it
 * ended or was interrupted anywhere, leaves the same versions.
 */
export interface ImportSession {
  /** Resources that make one group at this moment: few while other processes use the database. */
  readonly groupSize: () => number
  /** Writes the next resources, in order. What is counted may be less: some are decided by what is yet to come. */
  readonly write: (resources: readonly PreparedResource[], now: number) => Promise<WriteCounts>
  /** Decides what is left. Not called for an interrupted import, which continues when it is run again. */
  readonly finish: (now: number) => Promise<WriteCounts>
}

export interface ImportSessions {
  /** Begins an import; a dry one counts the same and writes nothing. One at a time. */
  readonly begin: (options: { readonly dryRun: boolean }) => ImportSession
}

/** The current permissions of a client: read on each request, so that a change takes effect immediately. */
export interface Authority {
  /** Undefined for a client that is unknown or not approved. */
  readonly find: (clientId: string) => Promise<{ readonly permissions: readonly Grantable[] } | undefined>
}

/** A permission as the resource server needs it; origins undefined means all. */
export interface Grantable {
  readonly type: string
  readonly operations: string
  readonly origins?: readonly string[]
}
