// Puts events of the audit log into the search index later than into the log: many together, and always before anybody searches
// for them. The values of an event lie all over the index: written with it, they are half of the pages of a small transaction.
import { indexedValues } from '#lib/fhir/search-parameters.ts'
import type { Sqlite } from '../file/database.ts'
import { joining } from '../file/joining.ts'

/** Events that are put into the index together: some milliseconds of work. */
const TOGETHER = 128

export interface EventIndex {
  /** Puts events into the index where enough are waiting, in the transaction that added those between two positions of the log. */
  readonly added: (from: number, to: number) => void
  /** Puts all events into the index that are not. Waits for nobody: in a transaction, or when no other connection writes. */
  readonly catchUp: () => void
  /** True where an event is not in the index yet. */
  readonly isBehind: () => boolean
}

interface Event {
  readonly position: number
  readonly seq: number
  readonly body: string
}

/** The index of the events on one connection. Throws what SQLite throws. */
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
  // Another version of the software may have put it there (resources/reindexing.ts).
  const add = sql.prepare<[number, string, string, string]>(
    `INSERT OR IGNORE INTO search_value (seq, type, param, system, value) VALUES (?, 'AuditEvent', ?, ?, ?)`,
  )
  const move = sql.prepare<[number]>(
    `INSERT INTO audit_index (id, position) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET position = excluded.position`,
  )
  const newest = sql.prepare<[], number | null>('SELECT max(position) FROM audit_link').pluck()

  const put = ({ seq, body }: Event): void => {
    for (const { param, system, value } of indexedValues('AuditEvent', JSON.parse(body)))
      add.run(seq, param, system, value)
  }

  const catchUp = joining(sql, () => {
    for (let some = waiting.all(TOGETHER); some.length > 0; some = waiting.all(TOGETHER)) {
      for (const event of some) put(event)
      move.run(some.at(-1)?.position ?? 0)
    }
    // The last events may be gone from the database, in which somebody has been.
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
