// Rebuilds the index values of resources that were stored under other search parameters. It works in small batches
// between requests, and resumes where the last process stopped.
import { searchFingerprint } from '#lib/fhir/search/fingerprint.ts'
import type { IndexedValue } from '#lib/fhir/search/parameter.ts'
import type { Search } from '#server/fhir/store.ts'
import { renewedValues, type StoredResource } from '../../resources/renewed-values.ts'
import type { ResourceDatabase } from '../../storage.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** Resources per transaction: a few milliseconds, so that requests and other writers can proceed. */
const BATCH = 50

type Current = StoredResource & { readonly seq: number; readonly id: string }

export interface Reindexing extends Synchronous<Pick<ResourceDatabase, 'noteParameters' | 'reindexSome'>> {
  /** True when the search looks at values that are being made anew. */
  readonly isPartial: (search: Search) => boolean
}

/** Calls `changed` when searches over stored resources may match more, or fewer, than before. */
export function reindexing(sql: Sqlite, changed: () => void): Reindexing {
  const stored = sql.prepare<[], { type: string }>('SELECT DISTINCT type FROM resource_count')
  const noted = sql.prepare<[string], { fingerprint: string }>('SELECT fingerprint FROM search_table WHERE type = ?')
  const isStored = sql.prepare<[string]>('SELECT 1 FROM resource_count WHERE type = ? LIMIT 1')
  const note = sql.prepare<[string, string, string | null]>(
    `INSERT INTO search_table (type, fingerprint, doneUpTo) VALUES (?, ?, ?)
     ON CONFLICT (type) DO UPDATE SET fingerprint = excluded.fingerprint, doneUpTo = excluded.doneUpTo`,
  )
  const pending = sql.prepare<[], { type: string; doneUpTo: string }>(
    'SELECT type, doneUpTo FROM search_table WHERE doneUpTo IS NOT NULL ORDER BY type',
  )
  const move = sql.prepare<[string | null, string]>('UPDATE search_table SET doneUpTo = ? WHERE type = ?')
  const next = sql.prepare<[string, string, number], Current>(
    `SELECT r.seq, r.type, r.id, r.origin, b.body FROM resource_version r INDEXED BY resource_version_type_id_versionId_key
     CROSS JOIN resource_body b ON b.seq = r.seq
     WHERE r.type = ? AND r.id > ? AND r.supersededBy IS NULL AND r.deleted = 0 ORDER BY r.id LIMIT ?`,
  )
  const values = sql.prepare<[number], IndexedValue>('SELECT param, system, value FROM search_value WHERE seq = ?')
  const remove = sql.prepare<[string, string, string, string, number]>(
    'DELETE FROM search_value WHERE type = ? AND param = ? AND value = ? AND system = ? AND seq = ?',
  )
  const add = sql.prepare<[string, string, string, string, number]>(
    'INSERT INTO search_value (type, param, value, system, seq) VALUES (?, ?, ?, ?, ?)',
  )
  let working = false
  /** The types whose values are not all made yet. */
  let unfinished: ReadonlySet<string> = new Set()

  /** Those types, which are remembered for the searches. */
  const remaining = (): readonly string[] => {
    const types = pending.all().map(({ type }) => type)
    unfinished = new Set(types)
    return types
  }

  const renew = (resource: Current): void => {
    const { type, seq } = resource
    const { stale, missing } = renewedValues(resource, values.all(seq))
    for (const { param, value, system } of stale) remove.run(type, param, value, system, seq)
    for (const { param, value, system } of missing) add.run(type, param, value, system, seq)
  }

  const some = sql.transaction((): boolean => {
    const [first] = pending.all()
    if (!first) return false
    const batch = next.all(first.type, first.doneUpTo, BATCH)
    for (const resource of batch) renew(resource)
    move.run(batch.length < BATCH ? null : (batch.at(-1)?.id ?? null), first.type)
    return true
  })

  const noteOne = sql.transaction((type: string, fingerprint: string): void => {
    if (noted.get(type)?.fingerprint !== fingerprint) note.run(type, fingerprint, isStored.get(type) ? '' : null)
  })

  return {
    noteParameters: (types) => {
      for (const type of new Set([...types, ...stored.all().map((row) => row.type)])) {
        const fingerprint = searchFingerprint(type)
        if (noted.get(type)?.fingerprint !== fingerprint) noteOne.immediate(type, fingerprint)
      }
      return remaining()
    },
    reindexSome: () => {
      const more = remaining().length > 0 && some.immediate()
      if (more) remaining()
      if (working && !more) changed()
      working = more
      return more
    },
    isPartial: ({ type, conditions }) => conditions.length > 0 && unfinished.has(type),
  }
}
