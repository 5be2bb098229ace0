// Everything that the domain needs from storage, whatever the engine (docs/decisions/0016-storage.md).
import type { Maybe } from '#lib/async/maybe.ts'
import type { Limiters } from '#lib/http/limiter.ts'
import type { Tick } from '#lib/http/request-context.ts'
import type { AccountList } from '../admin/store.ts'
import type { Chain } from '../audit/chain.ts'
import type { AuditStore, RetentionStore } from '../audit/store.ts'
import type { ImportSessions, ResourceStore, ResourceWriter, SnapshotStore, WriteTransactions } from '../fhir/store.ts'
import type { IdpStores } from '../idp/store.ts'
import type { SigningKeyStore, WrappedStore } from '../keys/store.ts'
import type { AnswerStore, AppSessionStore, PendingLaunchStore } from '../launch/store.ts'
import type { OauthStores } from '../oauth/store.ts'
import type { OperatedDatabase } from '../ops/store.ts'
import type { ComposePorts } from '../portal/compose/store.ts'
import type { MessageStore } from '../portal/store.ts'
import type { AccountLinks, ApiTokens, PortalSessions } from '../session/store.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { TraceShares, TraceStore } from '../traces/store.ts'
import type { AppDevelopers, PersonNames, Registry } from './registry.ts'

/**
 * The boundary between the domain and its database. Methods return promises, and each race between requests is decided
 * within a single method. docs/decisions/0016-storage.md says which methods are synchronous, and why; `AT_ONCE` in
 * testing/late.ts lists them.
 */
export interface Storage {
  readonly oauth: OauthStores
  readonly registry: Registry
  readonly developers: AppDevelopers
  readonly idp: IdpStores
  /** Accounts, as administrators see them. */
  readonly accounts: AccountList
  readonly accountLinks: AccountLinks
  readonly portalSessions: PortalSessions
  readonly apiTokens: ApiTokens
  readonly personNames: PersonNames
  readonly pendingLaunches: PendingLaunchStore
  readonly appSessions: AppSessionStore
  /** What people answered in the demo app. */
  readonly answers: AnswerStore
  readonly messages: MessageStore
  readonly tickets: ComposePorts['tickets']
  readonly resources: ResourceDatabase
  /** Imports that yield to other work, so that a process that answers requests can run them, too. */
  readonly imports: ImportSessions
  readonly snapshots: SnapshotStore
  readonly state: (tick?: Tick) => Maybe<DatabaseState>
  readonly traces: TraceStore
  readonly traceShares: TraceShares
  readonly subscriptions: SubscriptionStore
  /** Opens the audit log, chained with a key that the database does not know: that of writes, too. Once. */
  readonly audit: (chain: Chain) => AuditStore & RetentionStore
  readonly hasAuditLog: () => Promise<boolean>
  readonly keys: SigningKeyStore
  /** The private keys and secrets; undefined where they are files. */
  readonly wrapped?: WrappedStore
  readonly operated: OperatedDatabase
  /** Those of one name count together, in all processes that have the database open; with SQLite, in this one. */
  readonly limiters: Limiters
  /** Records the settings that rows are made from: the names of .env.example and their values. */
  readonly noteSettings: (settings: Readonly<Record<string, string>>) => Promise<void>
  /** Runs work that one process does at a time; undefined where another one is doing what has this name. Throws StorageUnavailable. */
  readonly exclusively: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>
  /** Of a database that others can put back to an earlier moment; undefined where only a command does. */
  readonly restorations?: Restorations
  /** What the clock of the database says (epoch milliseconds), where that is on another machine. */
  readonly databaseTime: (() => Promise<number>) | undefined
  /** Whether no other process has the database open at this moment. */
  readonly isAlone: () => Promise<boolean>
  /** The number of running and queued searches in the worker threads. */
  readonly waitingSearches: () => number
  /** Resolves when everything written and enqueued is on the disk. Throws StorageUnavailable. */
  readonly durable: () => Promise<void>
  /** Deletes some of the expired rows and returns their number. Call it regularly. */
  readonly purge: (now: number) => Promise<number>
  readonly close: () => Promise<void>
}

/** The resources of the domain, for reading and for writing. */
export interface ResourceDatabase extends ResourceStore, ResourceWriter, WriteTransactions {
  /** Builds the lists of types that have many resources, so that nobody waits for the first one. */
  readonly prepareLists: () => Promise<void>
  /**
   * Records the search parameters that index values are made with from now on. Returns the types with values made with
   * others.
   */
  readonly noteParameters: (types: readonly string[]) => Promise<readonly string[]>
  /** Rebuilds some of those values. Returns whether there may be more to do. */
  readonly reindexSome: () => Promise<boolean>
}

export interface Restorations {
  /** Calls `tell` when this process has noticed one, and withdrawn what may have been used after that moment. */
  readonly whenNoticed: (tell: () => void) => void
  /** Withdraws it, noticed or not. Throws StorageUnavailable. */
  readonly assume: () => Promise<void>
}

export interface DatabaseState {
  /** Changes with every write to clients, roles, permissions or signing keys. */
  readonly registry: unknown
  /** Changes whenever the current version of a resource is replaced. */
  readonly versions: unknown
  /** Changes with `versions`, and whenever a search may find something new, except in the audit log. */
  readonly lists: unknown
}
