// Adds audit events to the search index later than to the log: many at once, and always before anybody searches for
// them. The index values of one event lie on many different pages; writing them along with the event would account for
// half of the pages of a small transaction.
import { preparedValues } from '#lib/fhir/prepared-resource.ts'
import type { Sqlite } from '../file/database.ts'
import { joining } from '../file/nested-transactions.ts'
import { valueWriter } from '../search/value-writer.ts'

/** Events added to the index at once, and the characters of theirs after which it is enough: some milliseconds of work. */
const TOGETHER = 128
const CHARACTERS_TOGETHER = 2 ** 18

export interface EventIndex {
  /**
   * Adds some events to the index once enough are waiting. Call it in the transaction that appended events, with the
   * position of the last and the characters of all of them.
   */
  readonly added: (position: number, characters: number) => void
  /**
   * Adds the next missing events to the index, as many as a turn of the event loop has time for. It does not wait for
   * locks, so call it in a transaction, or when no other connection writes. So does `catchUp`, which adds all.
   */
  readonly addSome: () => void
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
  const next = sql.prepare<[number], Event>(
    `SELECT l.position, r.seq, b.body FROM audit_link l
     JOIN resource_version r ON r.type = 'AuditEvent' AND r.id = l.eventId AND r.versionId = 1
     JOIN resource_body b ON b.seq = r.seq
     WHERE l.position > ? ORDER BY l.position LIMIT 1`,
  )
  // OR IGNORE, because another version of the software may have added the values already (resources/reindexing.ts).
  const add = valueWriter(sql, 'INSERT OR IGNORE')
  const move = sql.prepare<[number]>(
    `INSERT INTO audit_index (id, position) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET position = excluded.position`,
  )
  const newest = sql.prepare<[], number | null>('SELECT max(position) FROM audit_link').pluck()

  const position = sql.prepare<[], number>('SELECT position FROM audit_index').pluck()
  const indexed = () => position.get() ?? 0
  /** Characters of events that this connection has appended since it last added some to the index. */
  let characters = 0

  const addSome = joining(sql, () => {
    const from = indexed()
    let last = from
    let size = 0
    for (let count = 0; count < TOGETHER && size < CHARACTERS_TOGETHER; count += 1) {
      const event = next.get(last)
      if (!event) break
      add(event.seq, 'AuditEvent', preparedValues('AuditEvent', JSON.parse(event.body)))
      last = event.position
      size += event.body.length
    }
    // If somebody tampered with the database, the last links may have lost their events. They count as indexed, too.
    move.run(last > from ? last : (newest.get() ?? 0))
    characters = 0
  })

  return {
    added: (last, more) => {
      characters += more
      if (characters >= CHARACTERS_TOGETHER || last - indexed() >= TOGETHER) addSome()
    },
    addSome,
    catchUp: joining(sql, () => {
      while (isBehind.get() === 1) addSome()
    }),
    isBehind: () => isBehind.get() === 1,
  }
}
