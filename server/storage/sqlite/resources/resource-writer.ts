// Writes resources: changed content becomes a new version, equal content does not.
import { formatInstant } from '#lib/fhir/instant.ts'
import { minify } from '#lib/fhir/json-text.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { withVersion } from '#lib/fhir/resource-text.ts'
import type { PreparedResource, ResourceWriter, WriteOutcome } from '#server/fhir/store.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { valueWriter } from '../search/value-writer.ts'

/** The newest version of a resource. */
export interface Head {
  readonly seq: number
  readonly versionId: number
  readonly lastUpdated: number
  readonly deleted: number
  readonly origin: string | null
  readonly contentHash: string | null
}

/** A version as stored. */
interface Appended {
  readonly seq: number
  readonly lastUpdated: number
  readonly body: string
}

export interface VersionWriter {
  readonly head: (type: string, id: string) => Head | undefined
  /** Adds the next version, with its index values. Call `applyCounts` in the same transaction. */
  readonly append: (resource: PreparedResource, last: Head | undefined, now: number, changes: Changes) => Appended
  /** Adds index values to the newest version. */
  readonly index: (type: string, id: string, values: PreparedResource['values']) => void
  /** Adds a deletion as the next version; returns its lastUpdated. */
  readonly bury: (type: string, id: string, last: Head, now: number, changes: Changes) => number
  /** Applies changes to the counts of current resources. */
  readonly applyCounts: (changes: Changes) => void
}

interface NewVersion {
  readonly type: string
  readonly id: string
  readonly lastUpdated: number
  readonly deleted: number
  readonly origin: string | null
  readonly body: string | null
  readonly contentHash: string | null
}

/** The statements that create versions. They must run in a transaction of the caller. */
export function versionWriter(sql: Sqlite): VersionWriter {
  const newest = sql.prepare<[string, string], Head>(
    `SELECT seq, versionId, lastUpdated, deleted, origin, contentHash FROM resource_version
     WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT 1`,
  )
  const insert = sql.prepare(
    `INSERT INTO resource_version (type, id, versionId, lastUpdated, deleted, origin, contentHash)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const addBody = sql.prepare<[number | bigint, string]>('INSERT INTO resource_body (seq, body) VALUES (?, ?)')
  const supersede = sql.prepare<[number | bigint, number]>('UPDATE resource_version SET supersededBy = ? WHERE seq = ?')
  const addCount = sql.prepare<[string, string, number]>(
    `INSERT INTO resource_count (type, origin, count) VALUES (?, ?, ?)
     ON CONFLICT (type, origin) DO UPDATE SET count = count + excluded.count`,
  )
  const addValues = valueWriter(sql, 'INSERT OR FAIL')

  const add = (version: NewVersion, last: Head | undefined, changes: Changes) => {
    const { type, id, lastUpdated, deleted, origin, body, contentHash } = version
    const { lastInsertRowid: seq } = insert.run(type, id, nextVersion(last), lastUpdated, deleted, origin, contentHash)
    if (body !== null) addBody.run(seq, body)
    if (last) supersede.run(seq, last.seq)
    if (last && last.deleted === 0) changes.add(type, last.origin, -1)
    if (deleted === 0) changes.add(type, origin, 1)
    return Number(seq)
  }

  return {
    head: (type, id) => newest.get(type, id),
    append: ({ type, id, text, contentHash, origin, values }, last, now, changes) => {
      const lastUpdated = notBefore(now, last)
      const body = withVersion(text, { versionId: nextVersion(last), lastUpdated: formatInstant(lastUpdated) })
      const seq = add({ type, id, lastUpdated, deleted: 0, origin, body, contentHash }, last, changes)
      addValues(seq, type, values)
      return { seq, lastUpdated, body }
    },
    index: (type, id, values) => {
      const { seq } = newest.get(type, id) ?? {}
      if (seq === undefined) throw new Error(`There is no ${type}/${id} to index.`)
      addValues(seq, type, values)
    },
    bury: (type, id, last, now, changes) => {
      // The deletion keeps the origin, so that only clients that could see the resource learn that it is gone.
      const { origin } = last
      const lastUpdated = notBefore(now, last)
      add({ type, id, lastUpdated, deleted: 1, origin, body: null, contentHash: null }, last, changes)
      return lastUpdated
    },
    applyCounts: (changes) => {
      for (const [type, origin, count] of changes) addCount.run(type, origin, count)
    },
  }
}

export function resourceWriter(sql: Sqlite): Synchronous<ResourceWriter> {
  const versions = versionWriter(sql)
  const newestHashes = sql.prepare<[string, string, number], { readonly contentHash: string | null }>(
    'SELECT contentHash FROM resource_version WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT ?',
  )

  /** Resources that arrived as a run of versions equal to the newest stored ones, in the same order. */
  const knownRuns = (resources: readonly PreparedResource[]): ReadonlySet<string> => {
    const known = new Set<string>()
    for (const [reference, run] of runsOf(resources)) {
      if (run.length < 2) continue
      const [type = '', id = ''] = reference.split('/')
      const stored = newestHashes.all(type, id, run.length).reverse()
      if (stored.length === run.length && stored.every(({ contentHash }, at) => contentHash === run[at]))
        known.add(reference)
    }
    return known
  }

  const writeOne = (resource: PreparedResource, now: number, changes: Changes): WriteOutcome => {
    const last = versions.head(resource.type, resource.id)
    const outcome = outcomeOf(last, resource.contentHash)
    if (outcome !== 'unchanged') versions.append(resource, last, now, changes)
    return outcome
  }

  const write = sql.transaction((resources: readonly PreparedResource[], now: number): readonly WriteOutcome[] => {
    const known = knownRuns(resources)
    const changes = new Changes()
    const outcomes = resources.map((resource) =>
      known.has(referenceOf(resource)) ? 'unchanged' : writeOne(resource, now, changes),
    )
    versions.applyCounts(changes)
    return outcomes
  })

  const bury = sql.transaction((type: string, id: string, now: number): boolean => {
    const last = versions.head(type, id)
    if (!last || last.deleted === 1) return false
    const changes = new Changes()
    versions.bury(type, id, last, now, changes)
    versions.applyCounts(changes)
    return true
  })

  // Immediate, so that of two processes writing the same resource, one waits instead of failing halfway.
  return {
    write: (resources, now) =>
      write.immediate(
        resources.map((resource) => prepareResource({ ...resource, text: minify(resource.text) })),
        now,
      ),
    writePrepared: (resources, now) => write.immediate(resources, now),
    delete: (type, id, now) => bury.immediate(type, id, now),
  }
}

const referenceOf = ({ type, id }: PreparedResource): string => `${type}/${id}`

/** The outcome of writing content, given the newest version. */
export function outcomeOf(last: Pick<Head, 'deleted' | 'contentHash'> | undefined, contentHash: string): WriteOutcome {
  if (last?.deleted !== 0) return 'created'
  return last.contentHash === contentHash ? 'unchanged' : 'updated'
}

/** The contents of each resource that occurs more than once. */
function runsOf(resources: readonly PreparedResource[]): ReadonlyMap<string, readonly string[]> {
  const runs = new Map<string, string[]>()
  for (const resource of resources) {
    const run = runs.get(referenceOf(resource))
    if (!run) runs.set(referenceOf(resource), [resource.contentHash])
    else if (run.at(-1) !== resource.contentHash) run.push(resource.contentHash)
  }
  return runs
}

/** Changes to the counts of current resources, by type and origin, applied once per transaction. */
export class Changes implements Iterable<readonly [string, string, number]> {
  readonly #byType = new Map<string, Map<string, number>>()

  add(type: string, origin: string | null, change: number): void {
    const byOrigin = this.#byType.get(type) ?? new Map<string, number>()
    byOrigin.set(origin ?? '', (byOrigin.get(origin ?? '') ?? 0) + change)
    this.#byType.set(type, byOrigin)
  }

  *[Symbol.iterator](): Generator<readonly [string, string, number]> {
    for (const [type, byOrigin] of this.#byType) for (const [origin, count] of byOrigin) yield [type, origin, count]
  }
}

/** The version number after a version; 1 for the first. */
export const nextVersion = (last: Pick<Head, 'versionId'> | undefined): number => (last?.versionId ?? 0) + 1

/** Even if the clock was set back, a version must not be older than the one it replaces. */
const notBefore = (now: number, last: Head | undefined): number => Math.max(now, last?.lastUpdated ?? now)
