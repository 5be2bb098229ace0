// Resources and their versions: read and written by prepared statements, one immutable row a version.
import { sha256 } from '#lib/crypto/hash.ts'
import { formatInstant } from '#lib/fhir/instant.ts'
import { minify } from '#lib/fhir/json-text.ts'
import { withoutVersion, withVersion } from '#lib/fhir/resource-text.ts'
import { indexedValues, originsOf } from '#lib/fhir/search-parameters.ts'
import type {
  Match,
  ResourceStore,
  ResourceWrite,
  ResourceWriter,
  Search,
  StoredVersion,
  Visibility,
  WriteOutcome,
} from '../fhir/store.ts'
import type { Sqlite } from './database.ts'
import { type MatchRow, searchIndex } from './search-index.ts'
import { sayingUnavailable } from './unavailable.ts'

export type ResourceDatabase = ResourceStore & ResourceWriter

/** The store of all resources. Its methods throw Unavailable when the database cannot be used for now. */
export const resourceDatabase = (sql: Sqlite): ResourceDatabase =>
  sayingUnavailable({ ...resourceStore(sql), ...resourceWriter(sql) })

interface VersionRow {
  readonly type: string
  readonly id: string
  readonly versionId: number
  readonly lastUpdated: number
  readonly deleted: number
  readonly origin: string | null
  readonly body: string | null
}

const VERSION_COLUMNS = 'type, id, versionId, lastUpdated, deleted, origin, body'

// Written out: spreading each row of a page costs as much as reading it.
const toVersion = (row: VersionRow): StoredVersion => ({
  type: row.type,
  id: row.id,
  versionId: row.versionId,
  lastUpdated: row.lastUpdated,
  deleted: row.deleted === 1,
  origin: row.origin ?? undefined,
  body: row.body ?? undefined,
})

function resourceStore(sql: Sqlite): ResourceStore {
  const current = sql.prepare<[string, string], VersionRow>(
    `SELECT ${VERSION_COLUMNS} FROM resource_version WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT 1`,
  )
  const version = sql.prepare<[string, string, number], VersionRow>(
    `SELECT ${VERSION_COLUMNS} FROM resource_version WHERE type = ? AND id = ? AND versionId = ?`,
  )
  const newest = sql.prepare<[], { seq: number }>('SELECT seq FROM resource_version ORDER BY seq DESC LIMIT 1')
  const countAll = sql.prepare<[string], { n: number }>(
    'SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ?',
  )
  const countOrigins = sql.prepare<[string, string], { n: number }>(
    'SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ? AND origin IN (SELECT value FROM json_each(?))',
  )
  const index = searchIndex(sql)
  const currentSeq = () => newest.get()?.seq ?? 0
  const readCurrent = (type: string, id: string) => {
    const row = current.get(type, id)
    return row && toVersion(row)
  }

  const toMatch = (row: MatchRow, visibility: Visibility): Match => ({
    type: row.type,
    id: row.id,
    versionId: row.versionId,
    lastUpdated: row.lastUpdated,
    deleted: false,
    origin: row.origin ?? undefined,
    body: row.body,
    withheld: row.supersededBy !== null && isWithheld(readCurrent(row.type, row.id), visibility),
  })

  /** Kept counts answer for a whole type as it is now; everything else is counted. */
  const keptCount = ({ type, visibility, conditions, ids, lastUpdated }: Search, asOfSeq: number) => {
    if (conditions.length > 0 || ids || lastUpdated || asOfSeq !== currentSeq()) return undefined
    return visibility === 'all' ? countAll.get(type)?.n : countOrigins.get(type, JSON.stringify(visibility.origins))?.n
  }

  return {
    readCurrent,
    readVersion: (type, id, versionId) => {
      const row = version.get(type, id, versionId)
      return row && toVersion(row)
    },
    currentSeq,
    page: (search, asOfSeq, position, limit) =>
      index.page(search, asOfSeq, position, limit).map((row) => toMatch(row, search.visibility)),
    skip: index.skip,
    count: (search, asOfSeq, most = Number.MAX_SAFE_INTEGER) =>
      keptCount(search, asOfSeq) ?? index.count(search, asOfSeq, most),
    consistently: (reads) => sql.transaction(reads).deferred(),
  }
}

/** Whether the current version of a match is deleted, or of an origin that the search does not see. */
const isWithheld = (current: StoredVersion | undefined, visibility: Visibility): boolean => {
  if (!current || current.deleted) return true
  const { origin } = current
  return visibility !== 'all' && (origin === undefined || !visibility.origins.includes(origin))
}

interface Head {
  readonly seq: number
  readonly versionId: number
  readonly lastUpdated: number
  readonly deleted: number
  readonly origin: string | null
  readonly contentHash: string | null
}

function resourceWriter(sql: Sqlite): ResourceWriter {
  const newestVersions = sql.prepare<[string, string, number], Head>(
    `SELECT seq, versionId, lastUpdated, deleted, origin, contentHash FROM resource_version
     WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT ?`,
  )
  const insert = sql.prepare(
    `INSERT INTO resource_version (type, id, versionId, lastUpdated, deleted, origin, body, contentHash)
     VALUES (@type, @id, @versionId, @lastUpdated, @deleted, @origin, @body, @contentHash)`,
  )
  const supersede = sql.prepare<[number | bigint, number]>('UPDATE resource_version SET supersededBy = ? WHERE seq = ?')
  const addCount = sql.prepare<[string, string, number]>(
    `INSERT INTO resource_count (type, origin, count) VALUES (?, ?, ?)
     ON CONFLICT (type, origin) DO UPDATE SET count = count + excluded.count`,
  )
  const addValue = sql.prepare<[number | bigint, string, string, string, string]>(
    'INSERT INTO search_value (seq, type, param, system, value) VALUES (?, ?, ?, ?, ?)',
  )
  const head = (type: string, id: string) => newestVersions.get(type, id, 1)

  const append = (row: Omit<VersionRow, 'versionId'> & { readonly contentHash: string | null }, last?: Head) => {
    const versionId = nextVersion(last)
    const { lastInsertRowid: seq } = insert.run({ ...row, versionId })
    if (last) supersede.run(seq, last.seq)
    if (last && last.deleted === 0) addCount.run(row.type, last.origin ?? '', -1)
    if (row.deleted === 0) addCount.run(row.type, row.origin ?? '', 1)
    return seq
  }

  const writeOne = ({ type, id, parsed }: ResourceWrite, text: string, hash: string, now: number): WriteOutcome => {
    const last = head(type, id)
    const alive = last?.deleted === 0
    if (alive && last.contentHash === hash) return 'unchanged'
    const lastUpdated = notBefore(now, last)
    const body = withVersion(text, { versionId: nextVersion(last), lastUpdated: formatInstant(lastUpdated) })
    const origin = originsOf(parsed)[0] ?? null
    const seq = append({ type, id, lastUpdated, deleted: 0, origin, body, contentHash: hash }, last)
    for (const { param, system, value } of indexedValues(type, parsed)) addValue.run(seq, type, param, system, value)
    return alive ? 'updated' : 'created'
  }

  /** Resources that came as a run of versions which are already the newest ones here, in the same order. */
  const knownRuns = (resources: readonly ResourceWrite[], hashes: readonly string[]): ReadonlySet<string> => {
    const runs = new Map<string, string[]>()
    resources.forEach(({ type, id }, index) => {
      const run = runs.get(`${type}/${id}`) ?? []
      const hash = hashes[index] ?? ''
      if (run.at(-1) !== hash) run.push(hash)
      runs.set(`${type}/${id}`, run)
    })
    const known = new Set<string>()
    for (const [reference, run] of runs) {
      if (run.length < 2) continue
      const [type = '', id = ''] = reference.split('/')
      const stored = newestVersions.all(type, id, run.length).reverse()
      if (stored.length === run.length && stored.every(({ contentHash }, at) => contentHash === run[at]))
        known.add(reference)
    }
    return known
  }

  const write = sql.transaction((resources: readonly ResourceWrite[], now: number): readonly WriteOutcome[] => {
    const texts = resources.map(({ text }) => minify(text))
    const hashes = texts.map((text) => sha256(withoutVersion(text)))
    const known = knownRuns(resources, hashes)
    return resources.map((resource, index) =>
      known.has(`${resource.type}/${resource.id}`)
        ? 'unchanged'
        : writeOne(resource, texts[index] ?? '', hashes[index] ?? '', now),
    )
  })

  const bury = sql.transaction((type: string, id: string, now: number): boolean => {
    const last = head(type, id)
    if (!last || last.deleted === 1) return false
    // The tombstone keeps the origin: who could see the resource may know that it is gone, nobody else.
    const { origin } = last
    append({ type, id, lastUpdated: notBefore(now, last), deleted: 1, origin, body: null, contentHash: null }, last)
    return true
  })

  // Immediate: two processes that write the same resource take turns instead of one of them failing halfway.
  return {
    write: (resources, now) => write.immediate(resources, now),
    delete: (type, id, now) => bury.immediate(type, id, now),
  }
}

const nextVersion = (last: Head | undefined): number => (last?.versionId ?? 0) + 1

/** A clock that was set back must not make a version older than the one it replaces. */
const notBefore = (now: number, last: Head | undefined): number => Math.max(now, last?.lastUpdated ?? now)
