// Storage port of the audit log. Implemented in server/storage/sqlite/audit/audit.ts. Events of a write are given to its transaction.

import type { Maybe } from '#lib/async/maybe.ts'
import type { NewEvent } from '#lib/audit/audit.ts'

/** The hashed part of a stored event: every field in which a reader could notice a change. */
export interface StoredEvent {
  readonly id: string
  /** Its place in the order of all writes of the domain. */
  readonly seq: number
  /** Epoch milliseconds. */
  readonly lastUpdated: number
  readonly origin: string | null
  /** The JSON text. */
  readonly body: string | null
}

/** One link of the chain, as it is stored. */
export interface Link {
  readonly position: number
  readonly eventId: string
  readonly eventHash: string
  /** Hash of the previous link; empty for the first. */
  readonly previous: string
  readonly hash: string
}

/** The end of the log: the last position, sealed. */
export interface Head {
  readonly position: number
  readonly seal: string
}

/** The place up to which the log was archived; the chain starts after it. */
export interface Anchor {
  /** Position of the last archived link. */
  readonly position: number
  /** Hash of that link. */
  readonly hash: string
  /** The greatest seq of the events up to there. */
  readonly seq: number
  readonly seal: string
}

/** A link with its event, if that still exists. */
export interface StoredLink extends Link {
  readonly event: StoredEvent | undefined
  /** True when the event is the newest version and visible to readers. */
  readonly current: boolean
}

/** What the log has besides its links. */
export interface LogEnds {
  readonly head: Head | undefined
  /** Ids of events that look like ours but have no link. */
  readonly unlinked: readonly string[]
}

/** The stored log. */
export interface AuditStore {
  /** Writes events and their links as one transaction, which decides their positions. Rejects with StorageUnavailable. */
  readonly appendAll: (events: readonly NewEvent[]) => Promise<void>
  /**
   * Does so before the next `durable` of the storage resolves, and soon in any case, together with what others enqueue. `lost` gets
   * the error of events that could not be written.
   */
  readonly enqueue: (events: readonly NewEvent[], lost: (error: unknown) => void) => void
  /** Writes what is enqueued, unless another process keeps the database from being written at this moment. Never rejects. */
  readonly flush: () => Maybe<void>
  /** Reads the whole log as of one moment: `begin` gets its anchor, and gives what sees each link, in order of position. */
  readonly read: (begin: (anchor: Anchor | undefined) => (link: StoredLink) => void) => Promise<LogEnds>
}

/** Storage port of archiving and pruning, which rejects with StorageUnavailable. Implemented in server/storage/sqlite/audit/retention.ts. */
export interface RetentionStore {
  readonly anchor: () => Promise<Anchor | undefined>
  /** The last link. */
  readonly end: () => Promise<Link | undefined>
  /** Links from a position onward, in order. */
  readonly linksFrom: (position: number, limit: number) => Promise<readonly StoredLink[]>
  /**
   * Sets the anchor and writes the event about it, in one transaction. False, with nothing written, when the log has
   * changed: it requires the anchor at `from`, the link of the new anchor, and another link after it.
   */
  readonly setAnchor: (anchor: Anchor, from: number, event: NewEvent) => Promise<boolean>
  /** Removes links up to the anchor with their events, oldest first; returns how many. */
  readonly removeSome: (limit: number) => Promise<number>
}
