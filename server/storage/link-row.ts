// A row of the audit log's chain with the event that it refers to, as both engines read them.
import type { Link, StoredEvent, StoredLink } from '#server/audit/store.ts'

/** The columns of an event are null where it is gone. SQLite knows no booleans. */
export type LinkRow = Link & { [Column in keyof StoredEvent]: StoredEvent[Column] | null } & {
  readonly current: boolean | number
}

/** A link, with its event if that is there. */
export function toLink({ id, seq, lastUpdated, origin, body, current, ...link }: LinkRow): StoredLink {
  const event = id === null || seq === null || lastUpdated === null ? undefined : { id, seq, lastUpdated, origin, body }
  return { ...link, event, current: Boolean(current) }
}
