// Prunes the audit log in the database: sets the anchor and deletes archived rows in batches.
import type { NewEvent } from '#lib/audit/audit.ts'
import type { Anchor, Link, RetentionStore, StoredLink } from '#server/audit/store.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { Changes, versionWriter } from '../resources/resource-writer.ts'

export interface RetentionParts {
  readonly append: (events: readonly NewEvent[]) => void
  /** All columns of the links from a position onwards. */
  readonly linksFrom: (position: number, limit: number) => readonly StoredLink[]
  readonly end: () => Link | undefined
}

interface Removable {
  readonly position: number
  readonly seq: number | null
  readonly origin: string | null
}

/** The store for archiving and pruning on one connection. */
export function retentionStore(sql: Sqlite, { append, linksFrom, end }: RetentionParts): Synchronous<RetentionStore> {
  const anchor = sql.prepare<[], Anchor>('SELECT position, hash, seq, seal FROM audit_anchor')
  const hashAt = sql.prepare<[number], string>('SELECT hash FROM audit_link WHERE position = ?').pluck()
  const moveAnchor = sql.prepare<[Anchor]>(
    'UPDATE audit_anchor SET position = @position, hash = @hash, seq = @seq, seal = @seal WHERE id = 1',
  )
  const addAnchor = sql.prepare<[Anchor]>(
    'INSERT INTO audit_anchor (id, position, hash, seq, seal) VALUES (1, @position, @hash, @seq, @seal)',
  )
  const removable = sql.prepare<[number], Removable>(
    `SELECT l.position, r.seq, r.origin FROM audit_link l
     LEFT JOIN resource_version r ON r.type = 'AuditEvent' AND r.id = l.eventId AND r.versionId = 1
     WHERE l.position <= (SELECT position FROM audit_anchor) ORDER BY l.position LIMIT ?`,
  )
  const dropValues = sql.prepare<[number]>('DELETE FROM search_value WHERE seq = ?')
  const dropText = sql.prepare<[number]>('DELETE FROM resource_body WHERE seq = ?')
  const dropVersion = sql.prepare<[number]>('DELETE FROM resource_version WHERE seq = ?')
  const dropLink = sql.prepare<[number]>('DELETE FROM audit_link WHERE position = ?')
  // Snapshots of audit searches contain positions of deleted rows. Their pages ask for a new search rather than skip a
  // remaining event.
  const dropWalks = sql.prepare("DELETE FROM search_snapshot WHERE type = 'AuditEvent'")
  const versions = versionWriter(sql)

  const setAnchor = sql.transaction((next: Anchor, from: number, event: NewEvent): boolean => {
    const isAsExpected =
      (anchor.get()?.position ?? 0) === from &&
      hashAt.get(next.position) === next.hash &&
      (end()?.position ?? 0) > next.position
    if (!isAsExpected) return false
    append([event])
    if (moveAnchor.run(next).changes === 0) addAnchor.run(next)
    return true
  })

  const removeSome = sql.transaction((limit: number): number => {
    const some = removable.all(limit)
    const changes = new Changes()
    for (const { position, seq, origin } of some) {
      if (seq !== null) {
        dropValues.run(seq)
        dropText.run(seq)
        dropVersion.run(seq)
        changes.add('AuditEvent', origin, -1)
      }
      dropLink.run(position)
    }
    if (some.length > 0) dropWalks.run()
    versions.applyCounts(changes)
    return some.length
  })

  return {
    anchor: () => anchor.get(),
    linksFrom,
    end,
    setAnchor: (next, from, event) => setAnchor.immediate(next, from, event),
    removeSome: (limit) => removeSome.immediate(limit),
  }
}
