// Resources and their versions: read and written by prepared statements, one immutable row a version.
import { formatInstant } from '#lib/fhir/instant.ts'
import { minify } from '#lib/fhir/json-text.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { withVersion } from '#lib/fhir/resource-text.ts'
import type { PreparedResource, ResourceStore, ResourceWriter, WriteOutcome } from '../fhir/store.ts'
import type { Sqlite } from './database.ts'
import { reindexing } from './reindexing.ts'
import { resourceStore, type VersionRow } from './resource-store.ts'
import { searchIndex } from './search-index.ts'
import { type SearchWorkers, workersHere } from './search-work.ts'
import { searches } from './searches.ts'
import { sayingUnavailable } from './unavailable.ts'

export interface ResourceDatabase extends ResourceStore, ResourceWriter {
  /** Makes the lists of the types that have many resources, so that nobody waits for the first one. */
  readonly prepareLists: () => void
  /** Notes by which search parameters values are made from now on; the types that have values made by others. */
  readonly noteParameters: (types: readonly string[]) => readonly string[]
  /** Makes some of those values anew; whether there may be more to do. */
  readonly reindexSome: () => boolean
}

/**
 * The store of all resources. `workers` do the searches that may take long. Its methods throw Unavailable, or reject with
 * it, when the database cannot be used for now.
 */
export function resourceDatabase(sql: Sqlite, workers: SearchWorkers = workersHere(sql)): ResourceDatabase {
  const index = searchIndex(sql)
  const search = searches(index, workers)
  return sayingUnavailable({
    ...resourceStore(sql, index, search),
    ...resourceWriter(sql),
    ...reindexing(sql, search.forget),
  })
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
    `INSERT INTO resource_version (type, id, versionId, lastUpdated, deleted, origin, contentHash)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const addBody = sql.prepare<[number | bigint, string]>('INSERT INTO resource_body (seq, body) VALUES (?, ?)')
  const supersede = sql.prepare<[number | bigint, number]>('UPDATE resource_version SET supersededBy = ? WHERE seq = ?')
  const addCount = sql.prepare<[string, string, number]>(
    `INSERT INTO resource_count (type, origin, count) VALUES (?, ?, ?)
     ON CONFLICT (type, origin) DO UPDATE SET count = count + excluded.count`,
  )
  const addValue = sql.prepare<[number | bigint, string, string, string, string]>(
    'INSERT INTO search_value (seq, type, param, system, value) VALUES (?, ?, ?, ?, ?)',
  )
  const head = (type: string, id: string) => newestVersions.get(type, id, 1)

  const append = (
    { type, id, lastUpdated, deleted, origin, body, contentHash }: NewVersion,
    last: Head | undefined,
    counts: Counts,
  ) => {
    const { lastInsertRowid: seq } = insert.run(type, id, nextVersion(last), lastUpdated, deleted, origin, contentHash)
    if (body !== null) addBody.run(seq, body)
    if (last) supersede.run(seq, last.seq)
    if (last && last.deleted === 0) counts.add(type, last.origin, -1)
    if (deleted === 0) counts.add(type, origin, 1)
    return seq
  }

  const writeOne = (resource: PreparedResource, now: number, counts: Counts): WriteOutcome => {
    const { type, id, text, contentHash, origin, values } = resource
    const last = head(type, id)
    const outcome = outcomeOf(last, contentHash)
    if (outcome === 'unchanged') return outcome
    const lastUpdated = notBefore(now, last)
    const body = withVersion(text, { versionId: nextVersion(last), lastUpdated: formatInstant(lastUpdated) })
    const seq = append({ type, id, lastUpdated, deleted: 0, origin, body, contentHash }, last, counts)
    for (let at = 0; at < values.length; at += 3)
      addValue.run(seq, type, values[at] ?? '', values[at + 1] ?? '', values[at + 2] ?? '')
    return outcome
  }

  /** Resources that came as a run of versions which are already the newest ones here, in the same order. */
  const knownRuns = (resources: readonly PreparedResource[]): ReadonlySet<string> => {
    const known = new Set<string>()
    for (const [reference, run] of runsOf(resources)) {
      if (run.length < 2) continue
      const [type = '', id = ''] = reference.split('/')
      const stored = newestVersions.all(type, id, run.length).reverse()
      if (stored.length === run.length && stored.every(({ contentHash }, at) => contentHash === run[at]))
        known.add(reference)
    }
    return known
  }

  /** Counts are brought up to date once for all that is written together. */
  const counting = <T>(task: (counts: Counts) => T): T => {
    const counts = new Counts()
    const result = task(counts)
    for (const [type, origin, count] of counts.changes()) addCount.run(type, origin, count)
    return result
  }

  const write = sql.transaction((resources: readonly PreparedResource[], now: number): readonly WriteOutcome[] => {
    const known = knownRuns(resources)
    return counting((counts) =>
      resources.map((resource) => (known.has(referenceOf(resource)) ? 'unchanged' : writeOne(resource, now, counts))),
    )
  })

  const compare = sql.transaction((resources: readonly PreparedResource[]): readonly WriteOutcome[] => {
    const known = knownRuns(resources)
    return resources.map((resource) =>
      known.has(referenceOf(resource))
        ? 'unchanged'
        : outcomeOf(head(resource.type, resource.id), resource.contentHash),
    )
  })

  const bury = sql.transaction((type: string, id: string, now: number): boolean => {
    const last = head(type, id)
    if (!last || last.deleted === 1) return false
    // The tombstone keeps the origin: who could see the resource may know that it is gone, nobody else.
    const { origin } = last
    const tombstone = { type, id, lastUpdated: notBefore(now, last), deleted: 1, origin, body: null, contentHash: null }
    counting((counts) => append(tombstone, last, counts))
    return true
  })

  // Immediate: two processes that write the same resource take turns instead of one of them failing halfway.
  return {
    write: (resources, now) =>
      write.immediate(
        resources.map((resource) => prepareResource({ ...resource, text: minify(resource.text) })),
        now,
      ),
    writePrepared: (resources, now) => write.immediate(resources, now),
    compare: (resources) => compare.deferred(resources),
    delete: (type, id, now) => bury.immediate(type, id, now),
  }
}

type NewVersion = Omit<VersionRow, 'versionId' | 'supersededBy'> & { readonly contentHash: string | null }

const referenceOf = ({ type, id }: PreparedResource): string => `${type}/${id}`

/** What writing a content comes to, given the newest version there is. */
function outcomeOf(last: Head | undefined, contentHash: string): WriteOutcome {
  if (last?.deleted !== 0) return 'created'
  return last.contentHash === contentHash ? 'unchanged' : 'updated'
}

/** The contents that each resource goes through, where it comes more than once. */
function runsOf(resources: readonly PreparedResource[]): ReadonlyMap<string, readonly string[]> {
  const runs = new Map<string, string[]>()
  for (const resource of resources) {
    const run = runs.get(referenceOf(resource))
    if (!run) runs.set(referenceOf(resource), [resource.contentHash])
    else if (run.at(-1) !== resource.contentHash) run.push(resource.contentHash)
  }
  return runs
}

/** How the numbers of current resources change, by type and origin. */
class Counts {
  readonly #byType = new Map<string, Map<string, number>>()

  add(type: string, origin: string | null, change: number): void {
    const byOrigin = this.#byType.get(type) ?? new Map<string, number>()
    byOrigin.set(origin ?? '', (byOrigin.get(origin ?? '') ?? 0) + change)
    this.#byType.set(type, byOrigin)
  }

  *changes(): Generator<readonly [string, string, number]> {
    for (const [type, byOrigin] of this.#byType) for (const [origin, count] of byOrigin) yield [type, origin, count]
  }
}

const nextVersion = (last: Head | undefined): number => (last?.versionId ?? 0) + 1

/** A clock that was set back must not make a version older than the one it replaces. */
const notBefore = (now: number, last: Head | undefined): number => Math.max(now, last?.lastUpdated ?? now)
