// Storage ports of the resource server. Implemented in `resources/` of each engine (server/storage).

import type { Maybe } from '#lib/async/maybe.ts'
import type { Steps } from '#lib/async/steps.ts'
import type { AppendedEvent, Recording } from '#lib/audit/audit.ts'
import type { PreparedResource } from '#lib/fhir/prepared.ts'
import type { Interval, Search, Visibility } from '#lib/fhir/search/search.ts'

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

export type {
  Condition,
  IndexOrder,
  Interval,
  Search,
  SortOrder,
  ValueKey,
  ValueOrder,
  ValueRange,
  Visibility,
} from '#lib/fhir/search/search.ts'

/** A match as it was at the time of the snapshot. */
export interface Match extends StoredVersion {
  /** True when it is deleted, or no longer visible to the search. */
  readonly withheld: boolean
}

/** A search, and how much of what it finds. */
export interface SearchWanted {
  readonly search: Search
  /** Maximum number of matches. */
  readonly limit: number
  /** Most matches that may be counted; 0 for no count. A stored total is returned in any case. */
  readonly mostCounted: number
}

declare const MOMENT: unique symbol

/**
 * A state of the database, as its engine names it: SQLite by the seq of its newest write, PostgreSQL by a snapshot. It is kept and
 * handed on as text, and nothing is computed with it.
 */
export type Moment = string & { readonly [MOMENT]: true }

/** What a search read (conformance FBO-12). It tells nothing that a caller who sees the whole type may not know. */
export interface SearchCost {
  /** What it began with: a search parameter, or the index of an order, such as _lastUpdated. */
  readonly led: string
  /** Rows of indexes that were read, at least. */
  readonly rows: number
}

/** The first matches, in the state of a moment. */
export interface SearchFound {
  /** The moment of the search: its pages show the state at that time. */
  readonly asOfSeq: Moment
  readonly matches: readonly Match[]
  /** Undefined when no total was requested, or there are more matches than may be counted. */
  readonly total: number | undefined
  /** True while the values that the conditions look at are being made by new search parameters: matches may be missing. */
  readonly isPartial: boolean
  /** Undefined where it came from memory. */
  readonly cost?: SearchCost | undefined
}

/** What a search found before a transaction. */
export interface FoundAhead extends Omit<SearchFound, 'matches'> {
  /** The matches, in order, as numbers of the storage. */
  readonly seqs: readonly number[]
  /** True when there are no further matches. */
  readonly isWhole: boolean
}

/** The versions of a type or of one resource, including deletions: newest first, in commit order. */
export interface History {
  readonly kind: 'history'
  readonly type: string
  /** The resource; absent for the whole type. */
  readonly id?: string
  /** A version is visible only if this covers both the version and the newest version of its resource. */
  readonly visibility: Visibility
  /** Only versions made at or after this time, in epoch milliseconds. */
  readonly since?: number
  /** Only versions that were current at some time in this interval. */
  readonly at?: Interval
}

/** A part of a history, as of a moment. */
export interface HistoryWanted {
  readonly history: History
  /** Undefined for the current state. */
  readonly asOfSeq?: Moment
  readonly offset: number
  /** Maximum number of versions. */
  readonly limit: number
}

/** A version in a history. */
export interface HistoryVersion extends StoredVersion {
  /** True for the first version of a resource, and the first one after a deletion. */
  readonly created: boolean
  /** True when the resource is no longer visible to the history. */
  readonly withheld: boolean
}

/** That part, and how long the history is. */
export interface HistoryFound {
  /** The moment of the history. */
  readonly asOfSeq: Moment
  /** The number of versions in the history. */
  readonly total: number
  readonly versions: readonly HistoryVersion[]
}

/** Values that can be compared for equality, such as numbers. */
export interface StoredState {
  /** Equal while no client, role, permission or key is written. */
  readonly registry: unknown
  /** Equal while every current version that existed still exists, unchanged. */
  readonly versions: unknown
  /** Equal while no write has changed what a search could find. Audit events do not count. */
  readonly lists: unknown
}

/**
 * Who asks for a search or a history, and what stops it. Without it the server asks by itself. To ask for the search of
 * an entry, as for any other: `resources.search(wanted, { client: caller.clientId, signal, budgetMs })`. It never runs
 * on this thread for longer than a moment; what may be wide waits its turn among the clients.
 */
export interface Asking {
  /** Of each client at most one wide search runs and a few wait. */
  readonly client: string
  /** Stops it, running or waiting, when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
  /** The longest that it may run, in milliseconds, where that is less than SEARCH_TIMEOUT. Its turn is not counted. */
  readonly budgetMs?: number
  /** Told how many milliseconds a search ran outside of this thread, also when it was stopped. */
  readonly spent?: (ms: number) => void
}

/** Reads versions and searches them. What takes an Asking rejects with SearchRefused (lib/search-refused.ts). */
export interface ResourceStore {
  readonly readCurrent: (type: string, id: string) => Maybe<StoredVersion | undefined>
  readonly readVersion: (type: string, id: string, versionId: number) => Maybe<StoredVersion | undefined>
  /** The seq of the newest write; 0 when there is none. */
  readonly currentSeq: () => Maybe<number>
  /** The first matches in the current state. */
  readonly search: (wanted: SearchWanted, asking?: Asking) => Promise<SearchFound>
  /** The same without the matches themselves, for a transaction to go on from. */
  readonly lookAhead: (wanted: SearchWanted, asking?: Asking) => Promise<FoundAhead>
  /** Matches in the state at `asOfSeq`, from any offset. */
  readonly page: (
    search: Search,
    asOfSeq: Moment,
    offset: number,
    limit: number,
    asking?: Asking,
  ) => Promise<readonly Match[]>
  /** Whether a text that was handed on is a moment as this engine names them. */
  readonly isMoment: (text: string) => text is Moment
  /** Announces that pages of a search may follow, so that their list can be built in the meantime. */
  readonly prepare: (search: Search, asOfSeq: Moment, asking?: Asking) => void
  /** A part of a history. At the same moment, the same history has the same versions at the same offsets. */
  readonly history: (wanted: HistoryWanted, asking?: Asking) => Promise<HistoryFound>
}

/** A list as of its first page, for its other pages. */
export interface Snapshot {
  readonly id: string
  readonly clientId: string
  /** The fingerprint of the client's visibility at the time of the search. */
  readonly permission: string
  readonly search: Search | History
  readonly asOfSeq: Moment
  /** Undefined when counting was too costly or not requested. */
  readonly total: number | undefined
  /** The rest of the pages' common part, serialized by the search interaction. */
  readonly view: string
  readonly lastUpdated: number
  readonly expiresAt: number
}

/** The searches whose further pages a client may still ask for. */
export interface SnapshotStore {
  /** Stores a search for its pages; deletes expired ones and the client's least recently used beyond `most`. */
  readonly create: (snapshot: Snapshot, most: number, now: number) => Promise<void>
  /** An unexpired snapshot; its expiry moves to about `expiresAt`. */
  readonly find: (id: string, now: number, expiresAt: number) => Maybe<Snapshot | undefined>
}

/** The outcome of writing one resource. */
export type WriteOutcome = 'created' | 'updated' | 'unchanged'

/** A resource to be written, as text and parsed. */
export interface ResourceWrite {
  readonly type: string
  readonly id: string
  /** The JSON text as received, one resource. */
  readonly text: string
  readonly parsed: Readonly<Record<string, unknown>>
}

export type { PreparedResource } from '#lib/fhir/prepared.ts'

/** Writes that no FHIR request made. */
export interface ResourceWriter {
  /** Like `write`, for resources prepared elsewhere. */
  readonly writePrepared: (resources: readonly PreparedResource[], now: number) => Promise<readonly WriteOutcome[]>
  /** Writes resources in one transaction, in order. A changed resource becomes a new version, an equal one does not. */
  readonly write: (resources: readonly ResourceWrite[], now: number) => Promise<readonly WriteOutcome[]>
  /** Makes a tombstone version; false when there is nothing to delete. */
  readonly delete: (type: string, id: string, now: number) => Promise<boolean>
}

/** The ids of the request that made a write, which its notifications repeat (Koppeltaal trace headers). */
export interface WriteTrace {
  readonly requestId: string
  readonly correlationId: string | undefined
  readonly traceId: string
}

/** The same, with the writer. */
export interface WrittenBy extends WriteTrace {
  readonly clientId: string
}

/**
 * One transaction of the FHIR API's write interactions. Nothing read in it changes before it is committed; an error
 * thrown in it undoes all of it.
 */
export interface WriteTransaction extends Recording {
  /** Equal to StoredState.registry while no client, role, permission or key is written. */
  readonly registry: () => unknown
  /** The newest version, which may be a deletion. */
  readonly current: (type: string, id: string) => StoredVersion | undefined
  readonly version: (type: string, id: string, versionId: number) => StoredVersion | undefined
  /**
   * The first matches, including those of this transaction. Undefined if that takes longer than a moment: then
   * `lookAhead` finds what it is to go on from, as `before`. Throws SearchRefused after `ms` milliseconds.
   */
  readonly search: (
    wanted: SearchWanted,
    from: { readonly before: FoundAhead | undefined; readonly ms: number },
  ) => SearchFound | undefined
  /** True if a search finds a resource as it is now. */
  readonly finds: (search: Search, resource: Target) => boolean
  /** Current resources, except AuditEvents, that refer to `type`/`id`; `bases` are the URLs of our own base. */
  readonly referrers: (target: Target, bases: readonly string[], limit: number) => readonly Referrer[]
  /** The number of a client's other Subscriptions that are not off. */
  readonly subscriptionsOn: (origin: string, besideId: string) => number
  /** Adds the next version. With its request, subscriptions are notified. */
  readonly write: (resource: PreparedResource, now: number, by?: WrittenBy) => StoredVersion
  /** The same for a resource whose id is new: no version of it is looked for. */
  readonly add: (resource: PreparedResource, now: number, by?: WrittenBy) => StoredVersion
  /** Adds more index values to the version that was written last. */
  readonly index: (written: Target, values: PreparedResource['values']) => void
  /** Adds an event that an application sent to the audit log, as it is stored. Its id is new. */
  readonly recordSent: (event: PreparedResource, now: number) => AppendedEvent
  /** Adds a deletion as the next version. The resource must exist. */
  readonly bury: (type: string, id: string, now: number) => StoredVersion
}

interface Target {
  readonly type: string
  readonly id: string
}

/** A resource that refers to another one. */
export type Referrer = Pick<StoredVersion, 'type' | 'id' | 'origin'>

/** Transactions of writes. */
export interface WriteTransactions {
  /**
   * Runs `work` as one transaction, which waits for other writers, and resolves once it is committed. Rejects with what `work`
   * throws, and with StorageUnavailable when others hold the database for longer than 5 s.
   */
  readonly transact: <T>(work: (transaction: WriteTransaction) => T) => Promise<T>
  /**
   * The same for work that takes long: others read between two of its steps, and see nothing of it before it is committed. It
   * resolves once that is on the disk.
   */
  readonly transactInSteps: <T>(work: (transaction: WriteTransaction) => Steps<T>) => Promise<T>
}

/** The number of resources created, updated and found unchanged. */
export type WriteCounts = Readonly<Record<WriteOutcome, number>>

/**
 * One import, from its first resource to its last. The contents of each resource are a sequence of versions. Its
 * longest prefix that equals the newest stored versions is skipped, and only the rest become new versions. So repeating
 * an import, after it ended or was interrupted anywhere, leaves the same versions.
 */
export interface ImportSession {
  /** Resources that form one group right now: few while other processes use the database. */
  readonly groupSize: () => number
  /** Writes the next resources, in order. The counts may be lower than given: some resources depend on what follows. */
  readonly write: (resources: readonly PreparedResource[], now: number) => Promise<WriteCounts>
  /** Decides the remaining resources. Not called for an interrupted import, which continues when it is repeated. */
  readonly finish: (now: number) => Promise<WriteCounts>
  /** The identifiers of `loginSystem` that people have lost by what was written so far. */
  readonly lostLogins: () => readonly LostLogin[]
}

/** An identifier by which a person logged in, and which an import left out. */
export interface LostLogin {
  /** `Patient/7` */
  readonly resource: string
  readonly system: string
  /** The user name. */
  readonly value: string
}

/** Imports of files, which are too large for one transaction. */
export interface ImportSessions {
  /** Begins an import; a dry run counts the same and writes nothing. One at a time. */
  readonly begin: (options: { readonly dryRun: boolean; readonly loginSystem?: string | undefined }) => ImportSession
}

/** The current permissions of a client: read on each request, so that a change takes effect immediately. */
export interface Authority {
  /** Undefined for an unknown or unapproved client. */
  readonly find: (clientId: string) => Promise<Authorized | undefined>
}

/** What an approved client may do. */
export interface Authorized {
  readonly permissions: readonly Grantable[]
  /** In epoch milliseconds: tokens from before count no longer. */
  readonly approvedAt: number
}

/** A permission as the resource server needs it; undefined origins mean all. */
export interface Grantable {
  readonly type: string
  readonly operations: string
  readonly origins?: readonly string[]
}
