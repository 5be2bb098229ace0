// Everything that the domain asks of storage, whatever engine keeps it (docs/decisions/0016-storage.md).
import type { Tick } from '#lib/http/request-context.ts'
import type { AccountList } from '../admin/store.ts'
import type { Chain } from '../audit/chain.ts'
import type { AuditStore, RetentionStore } from '../audit/store.ts'
import type { ImportSessions, ResourceStore, ResourceWriter, SnapshotStore, WriteTransactions } from '../fhir/store.ts'
import type { IdpStores } from '../idp/store.ts'
import type { SigningKeyStore } from '../keys/store.ts'
import type { AppSessionStore, PendingLaunchStore } from '../launch/store.ts'
import type { OauthStores } from '../oauth/store.ts'
import type { OperatedDatabase } from '../ops/store.ts'
import type { ComposePorts } from '../portal/compose/store.ts'
import type { AccountLinks, ApiTokens, PortalSessions } from '../session/store.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { TraceShares, TraceStore } from '../traces/store.ts'
import type { AppDevelopers, PersonNames, Registry } from './registry.ts'

/**
 * The seam between the domain and its database. Methods give promises, and what requests race for is decided by one method. What
 * answers at once, and why, is said in docs/decisions/0016-storage.md; `AT_ONCE` in testing/late.ts is the list.
 */
export interface Storage {
  readonly oauth: OauthStores
  readonly registry: Registry
  readonly developers: AppDevelopers
  readonly idp: IdpStores
  /** Accounts as administrators see them. */
  readonly accounts: AccountList
  readonly accountLinks: AccountLinks
  readonly portalSessions: PortalSessions
  readonly apiTokens: ApiTokens
  readonly personNames: PersonNames
  readonly pendingLaunches: PendingLaunchStore
  readonly appSessions: AppSessionStore
  readonly tickets: ComposePorts['tickets']
  readonly resources: ResourceDatabase
  /** Imports that leave time to others: for a process that answers requests, too. */
  readonly imports: ImportSessions
  readonly snapshots: SnapshotStore
  readonly state: (tick?: Tick) => DatabaseState
  readonly traces: TraceStore
  readonly traceShares: TraceShares
  readonly subscriptions: SubscriptionStore
  /** The audit log, chained with a key that the database does not know. */
  readonly audit: (chain: Chain) => AuditStore & RetentionStore
  readonly hasAuditLog: () => Promise<boolean>
  readonly keys: SigningKeyStore
  readonly operated: OperatedDatabase
  /** Remembers the settings that rows are made from: the names of .env.example, and their values. */
  readonly noteSettings: (settings: Readonly<Record<string, string>>) => Promise<void>
  /** Whether nobody else has the database open at this moment. */
  readonly isAlone: () => boolean
  /** Searches that are under way, or wait, in threads of their own. */
  readonly waitingSearches: () => number
  /** Has a write made before anybody who waits for `durable` is told; it must not throw. */
  readonly enqueue: (write: () => void) => void
  /** Resolves when all that was written, and what was enqueued, is on the disk. Throws StorageUnavailable. */
  readonly durable: () => Promise<void>
  /** Deletes some of what has expired; the number of rows. Call it now and then. */
  readonly purge: (now: number) => Promise<number>
  readonly close: () => Promise<void>
}

export interface ResourceDatabase extends ResourceStore, ResourceWriter, WriteTransactions {
  /** Makes the lists of the types that have many resources, so that nobody waits for the first one. */
  readonly prepareLists: () => Promise<void>
  /** Notes by which search parameters values are made from now on; the types that have values made by others. */
  readonly noteParameters: (types: readonly string[]) => Promise<readonly string[]>
  /** Makes some of those values anew; whether there may be more to do. */
  readonly reindexSome: () => Promise<boolean>
}

export interface DatabaseState {
  /** Another one with every write to clients, roles, permissions or signing keys. */
  readonly registry: unknown
  /** Another one as soon as anything takes the place of a version of a resource that was there. */
  readonly versions: unknown
  /** Another one with these, and as soon as a search may find something that it did not find; but for the audit log. */
  readonly lists: unknown
}
