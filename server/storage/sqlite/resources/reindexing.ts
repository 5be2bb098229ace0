// Rebuilds the index values of resources that were stored under other search parameters. It works in small batches
// between requests, and resumes where the last process stopped.
import type { Statement } from 'better-sqlite3'
import { stepsInSlices } from '#lib/async/in-slices.ts'
import { allSteps, type Steps } from '#lib/async/steps.ts'
import { searchFingerprint } from '#lib/fhir/search/fingerprint.ts'
import type { IndexedValue } from '#lib/fhir/search/parameter.ts'
import type { Search } from '#server/fhir/store.ts'
import { type Renewed, renewing, type StoredResource } from '../../resources/renewed-values.ts'
import type { ResourceDatabase } from '../../storage.ts'
import { whenFree } from '../durability/busy-retry.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** Resources per transaction: a few milliseconds, so that requests and other writers can proceed. */
const BATCH = 50
/** Fewer where they are long: so many characters are read, and so many values written. One with more values is continued. */
const MOST_READ = 128 * 1024
const MOST_VALUES = 2000

type Current = StoredResource & { readonly seq: number; readonly id: string }

interface Long {
  readonly resource: Current
  readonly left: Renewed
}

/** Characters of a resource whose values are looked for in one piece: some milliseconds. */
const LONGEST_AT_ONCE = 32 * 1024

const isLongBody = ({ body }: Current): boolean => body.length > LONGEST_AT_ONCE

export interface Reindexing
  extends Synchronous<Pick<ResourceDatabase, 'noteParameters'>>,
    Pick<ResourceDatabase, 'reindexSome'> {
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
  const renewSome = renewal(sql, pending)
  let working = false
  /** The types whose values are not all made yet. */
  let unfinished: ReadonlySet<string> = new Set()

  /** Those types, which are remembered for the searches. */
  const remaining = (): readonly string[] => {
    const types = pending.all().map(({ type }) => type)
    unfinished = new Set(types)
    return types
  }

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
    reindexSome: async () => {
      const more = remaining().length > 0
      if (more) {
        await renewSome()
        remaining()
      }
      if (working && !more) changed()
      working = more
      return more
    },
    isPartial: ({ type, conditions }) => conditions.length > 0 && unfinished.has(type),
  }
}

/** Returns what makes the values of some resources anew, or some values of one that is long. */
function renewal(sql: Sqlite, pending: Statement<[], { type: string; doneUpTo: string }>): () => Promise<void> {
  const move = sql.prepare<[string | null, string]>('UPDATE search_table SET doneUpTo = ? WHERE type = ?')
  const next = sql.prepare<[string, string], Current>(
    `SELECT r.seq, r.type, r.id, r.origin, b.body FROM resource_version r INDEXED BY resource_version_type_id_versionId_key
     CROSS JOIN resource_body b ON b.seq = r.seq
     WHERE r.type = ? AND r.id > ? AND r.supersededBy IS NULL AND r.deleted = 0 ORDER BY r.id LIMIT 1`,
  )
  const renew = valueRenewal(sql)
  const valuesOf = valueReader(sql)
  /** The long resource that is next, with what is still to be written of its values. */
  let long: Long | undefined

  /** The next resource of those that are to be indexed. */
  const following = (): Current | undefined => {
    const [first] = pending.all()
    return first && next.get(first.type, first.doneUpTo)
  }

  /** Some that are short, or some values of the long one that is next. Returns what is left of that. */
  const some = sql.transaction((): Long | undefined => {
    const [first] = pending.all()
    if (!first) return undefined
    let { doneUpTo } = first
    let [characters, room] = [0, MOST_VALUES]
    for (let n = 0; n < BATCH && characters < MOST_READ; n += 1) {
      const resource = next.get(first.type, doneUpTo)
      if (!resource) {
        move.run(null, first.type)
        return undefined
      }
      const known = resource.seq === long?.resource.seq ? long.left : undefined
      if (!known && isLongBody(resource)) break // Its values are looked for first.
      const { changed, left } = renew(
        resource,
        known ?? allSteps(renewing(resource, allSteps(valuesOf(resource)))),
        room,
      )
      room -= changed
      if (room === 0) {
        move.run(doneUpTo, first.type)
        return isLongBody(resource) ? { resource, left } : undefined
      }
      doneUpTo = resource.id
      characters += resource.body.length
    }
    move.run(doneUpTo, first.type)
    return undefined
  })

  /** Looks for the values of the next resource, in slices, where that is long. */
  const lookAhead = async (): Promise<void> => {
    const resource = following()
    if (!resource || !isLongBody(resource) || resource.seq === long?.resource.seq) return
    const there = await stepsInSlices(valuesOf(resource))
    long = { resource, left: await stepsInSlices(renewing(resource, there)) }
  }

  return async () => {
    await lookAhead()
    long = await whenFree(sql, () => some.immediate())
  }
}

/** Returns what reads the values of a resource, some in a step. */
function valueReader(sql: Sqlite): (resource: Current) => Steps<readonly IndexedValue[]> {
  const after = sql.prepare<[number, string, string, string, string, number], IndexedValue>(
    `SELECT param, system, value FROM search_value WHERE seq = ? AND type = ? AND (param, value, system) > (?, ?, ?)
     ORDER BY param, value, system LIMIT ?`,
  )
  return ({ seq, type }) => reading((last) => after.all(seq, type, ...last, MOST_VALUES))
}

function* reading(
  after: (last: readonly [string, string, string]) => readonly IndexedValue[],
): Steps<readonly IndexedValue[]> {
  const found: IndexedValue[] = []
  for (;;) {
    const { param, value, system } = found.at(-1) ?? { param: '', value: '', system: '' }
    const some = after([param, value, system])
    found.push(...some)
    if (some.length < MOST_VALUES) return found
    yield
  }
}

/** Returns what writes at most so many of a resource's values; that returns how many it were, and what is left. */
function valueRenewal(sql: Sqlite) {
  const remove = sql.prepare<[string, string, string, string, number]>(
    'DELETE FROM search_value WHERE type = ? AND param = ? AND value = ? AND system = ? AND seq = ?',
  )
  // Another process may have added those of a long resource meanwhile.
  const add = sql.prepare<[string, string, string, string, number]>(
    'INSERT OR IGNORE INTO search_value (type, param, value, system, seq) VALUES (?, ?, ?, ?, ?)',
  )
  return ({ type, seq }: Current, { stale, missing }: Renewed, most: number) => {
    const removed = stale.slice(0, most)
    const added = missing.slice(0, most - removed.length)
    for (const { param, value, system } of removed) remove.run(type, param, value, system, seq)
    for (const { param, value, system } of added) add.run(type, param, value, system, seq)
    const left = { stale: stale.slice(removed.length), missing: missing.slice(added.length) }
    return { changed: removed.length + added.length, left }
  }
}
