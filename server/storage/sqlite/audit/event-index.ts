// Adds audit events to the search index later than to the log: many at once, and always before anybody searches for
// them. The index values of one event lie on many different pages; writing them along with the event would account for
// half of the pages of a small transaction.
import { preparedValues } from '#lib/fhir/prepared-resource.ts'
import type { Sqlite } from '../file/database.ts'
import { joining } from '../file/joining.ts'
import { valueWriter } from '../search/value-writer.ts'

/** Events added to the index at once, which takes a few milliseconds. */
const TOGETHER = 128

export interface EventIndex {
  /**
   * Adds events to the index once enough are waiting. Call it in the transaction that appended the events between two
   * positions of the log.
   */
  readonly added: (from: number, to: number) => void
  /**
   * Adds all missing events to the index. It does not wait for locks, so call it in a transaction, or when no other
   * connection writes.
   */
  readonly catchUp: () => void
  /** True if an event is missing from the index. */
  readonly isBehind: () => boolean
}

interface Event {
  readonly position: number
  readonly seq: number
  readonly body: string
}

/** The index of events on one connection. Throws what SQLite throws. */
export function eventIndex(sql: Sqlite): EventIndex {
  const isBehind = sql
    .prepare<[], number>(
      'SELECT coalesce((SELECT max(position) FROM audit_link), 0) > coalesce((SELECT position FROM audit_index), 0)',
    )
    .pluck()
  const waiting = sql.prepare<[number], Event>(
    `SELECT l.position, r.seq, b.body FROM audit_link l
     JOIN resource_version r ON r.type = 'AuditEvent' AND r.id = l.eventId AND r.versionId = 1
     JOIN resource_body b ON b.seq = r.seq
     WHERE l.position > coalesce((SELECT position FROM audit_index), 0) ORDER BY l.position LIMIT ?`,
  )
  // OR IGNORE, because another version of the software may have added the values already (resources/reindexing.ts).
  const add = valueWriter(sql, 'INSERT OR IGNORE')
  const move = sql.prepare<[number]>(
    `INSERT INTO audit_index (id, position) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET position = excluded.position`,
  )
  const newest = sql.prepare<[], number | null>('SELECT max(position) FROM audit_link').pluck()

  const put = ({ seq, body }: Event): void => {
    add(seq, 'AuditEvent', preparedValues('AuditEvent', JSON.parse(body)))
  }

  const catchUp = joining(sql, () => {
    for (let some = waiting.all(TOGETHER); some.length > 0; some = waiting.all(TOGETHER)) {
      for (const event of some) put(event)
      move.run(some.at(-1)?.position ?? 0)
    }
    // If somebody tampered with the database, the last links may have lost their events. They count as indexed, too.
    move.run(newest.get() ?? 0)
  })

  return {
    added: (from, to) => {
      if (Math.floor(from / TOGETHER) < Math.floor(to / TOGETHER)) catchUp()
    },
    catchUp,
    isBehind: () => isBehind.get() === 1,
  }
}
