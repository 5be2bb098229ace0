// Storage port of the audit log. Implemented in server/storage/sqlite/audit/audit.ts.

import type { AppendedEvent } from '#lib/audit/audit.ts'
import type { PreparedResource } from '#lib/fhir/prepared.ts'

/** An event on its way into the log. */
export interface NewEvent {
  readonly id: string
  /** Epoch milliseconds. */
  readonly recorded: number
  readonly resource: Readonly<Record<string, unknown>>
}

/** The hashed part of a stored event: everything in which a reader could see a change. */
export interface StoredEvent {
  readonly id: string
  /** Its place among all writes of the domain. */
  readonly seq: number
  /** Epoch milliseconds. */
  readonly lastUpdated: number
  readonly origin: string | null
  /** The JSON text. */
  readonly body: string | null
}

export interface Link {
  readonly position: number
  readonly eventId: string
  readonly eventHash: string
  /** Hash of the link before; empty at the first. */
  readonly previous: string
  readonly hash: string
}

export interface Head {
  readonly position: number
  readonly seal: string
}

/** Up to where the log was archived; the chain begins behind it. */
export interface Anchor {
  /** Of the last link that was archived. */
  readonly position: number
  /** Of that link. */
  readonly hash: string
  /** Of its event. */
  readonly seq: number
  readonly seal: string
}

/** A link with the event it stands for, if that is still there. */
export interface StoredLink extends Link {
  readonly event: StoredEvent | undefined
  /** True when the event is the newest version and visible to readers. */
  readonly current: boolean
}

/** The log as it is at one moment. */
export interface StoredLog {
  /** In the order of their positions. */
  readonly links: () => Iterable<StoredLink>
  readonly head: () => Head | undefined
  readonly anchor: () => Anchor | undefined
  /** Ids of events that look like ours and have no link. */
  readonly unlinked: () => readonly string[]
}

export interface AuditStore {
  /** Writes events and their links as one transaction, which decides their positions. Throws StorageUnavailable. */
  readonly appendAll: (events: readonly NewEvent[]) => void
  /** Writes an event that an application sent, with a link, in the transaction that is open. Throws StorageUnavailable. */
  readonly appendSent: (event: PreparedResource, now: number) => AppendedEvent
  readonly read: <T>(look: (log: StoredLog) => T) => T
}

/** Storage port of archiving and pruning. Implemented in server/storage/sqlite/audit/retention.ts. */
export interface RetentionStore {
  readonly anchor: () => Anchor | undefined
  /** The last link. */
  readonly end: () => Link | undefined
  /** Links from a position on, in order. */
  readonly linksFrom: (position: number, limit: number) => readonly StoredLink[]
  /**
   * Sets the anchor, and writes the event about it, in one transaction. False, with nothing written, when the log has changed: it
   * expects the anchor at `from`, its link there, and another link behind it.
   */
  readonly setAnchor: (anchor: Anchor, from: number, event: NewEvent) => boolean
  /** Removes links up to the anchor with their events, the oldest first; how many. */
  readonly removeSome: (limit: number) => number
}
