// Storage port of the audit log. Implemented in server/storage/sqlite/audit/audit.ts.

import type { AppendedEvent } from '#lib/audit/audit.ts'
import type { PreparedResource } from '#lib/fhir/prepared.ts'

/** An event before it is written. */
export interface NewEvent {
  readonly id: string
  /** Epoch milliseconds. */
  readonly recorded: number
  readonly resource: Readonly<Record<string, unknown>>
}

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
  /** seq of its event. */
  readonly seq: number
  readonly seal: string
}

/** A link with its event, if that still exists. */
export interface StoredLink extends Link {
  readonly event: StoredEvent | undefined
  /** True when the event is the newest version and visible to readers. */
  readonly current: boolean
}

/** A snapshot of the log. */
export interface StoredLog {
  /** Ordered by position. */
  readonly links: () => Iterable<StoredLink>
  readonly head: () => Head | undefined
  readonly anchor: () => Anchor | undefined
  /** Ids of events that look like ours but have no link. */
  readonly unlinked: () => readonly string[]
}

/** The stored log. */
export interface AuditStore {
  /** Writes events and their links as one transaction, which decides their positions. Throws StorageUnavailable. */
  readonly appendAll: (events: readonly NewEvent[]) => void
  /**
   * Writes events in the open transaction: those of all transactions that share its commit together, at the end. Throws
   * StorageUnavailable, or the commit does.
   */
  readonly appendAtEnd: (events: readonly NewEvent[]) => void
  /** Writes an event sent by an application, with its link, in the open transaction. Throws StorageUnavailable. */
  readonly appendSent: (event: PreparedResource, now: number) => AppendedEvent
  readonly read: <T>(look: (log: StoredLog) => T) => T
}

/** Storage port of archiving and pruning. Implemented in server/storage/sqlite/audit/retention.ts. */
export interface RetentionStore {
  readonly anchor: () => Anchor | undefined
  /** The last link. */
  readonly end: () => Link | undefined
  /** Links from a position onward, in order. */
  readonly linksFrom: (position: number, limit: number) => readonly StoredLink[]
  /**
   * Sets the anchor and writes the event about it, in one transaction. False, with nothing written, when the log has
   * changed: it requires the anchor at `from`, the link of the new anchor, and another link after it.
   */
  readonly setAnchor: (anchor: Anchor, from: number, event: NewEvent) => boolean
  /** Removes links up to the anchor with their events, oldest first; returns how many. */
  readonly removeSome: (limit: number) => number
}
