// Matches the versions in an import with the stored ones, so that repeating an import adds nothing. If the imported
// versions of a resource begin with its newest stored ones, those are skipped. Some matches are certain only later in
// the import. Until then, contents wait in a temporary table, which uses no memory however many they are.
import type { PreparedResource, WriteCounts } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { type Head, outcomeOf } from '../resources/resource-writer.ts'

export type Counts = { -readonly [Outcome in keyof WriteCounts]: number }

interface Store {
  readonly head: (type: string, id: string) => Head | undefined
  /** True for a version that this import wrote. */
  readonly isOurs: (head: Head) => boolean
  readonly append: (resource: PreparedResource, last: Head | undefined, now: number) => void
}

export interface ImportRuns {
  readonly take: (resource: PreparedResource, now: number, counts: Counts) => void
  /**
   * Writes the waiting contents, whose match was never confirmed, until `until` returns true. Returns true when all are
   * written.
   */
  readonly finish: (now: number, counts: Counts, until: () => boolean) => boolean
}

/** A run so far: its possible first versions among the stored ones, its length and the hash of its last content. */
interface Run {
  readonly starts: readonly number[]
  readonly length: number
  readonly contentHash: string
}

const TABLES = `
  DROP TABLE IF EXISTS temp.import_run;
  CREATE TEMP TABLE import_run (
    type TEXT, id TEXT, starts TEXT, length INTEGER, contentHash TEXT, PRIMARY KEY (type, id)
  ) WITHOUT ROWID;
  DROP TABLE IF EXISTS temp.import_waiting;
  CREATE TEMP TABLE import_waiting (n INTEGER PRIMARY KEY, type TEXT, id TEXT, resource TEXT);
  CREATE INDEX temp.import_waiting_of ON import_waiting (type, id);
`

/** Statements on the temporary tables and on stored versions. */
const statementsOf = (sql: Sqlite) => ({
  findRun: sql.prepare<[string, string], { starts: string; length: number; contentHash: string }>(
    'SELECT starts, length, contentHash FROM temp.import_run WHERE type = ? AND id = ?',
  ),
  keepRun: sql.prepare<[string, string, string, number, string]>(
    'REPLACE INTO temp.import_run (type, id, starts, length, contentHash) VALUES (?, ?, ?, ?, ?)',
  ),
  dropRun: sql.prepare<[string, string]>('DELETE FROM temp.import_run WHERE type = ? AND id = ?'),
  wait: sql.prepare<[string, string, string]>('INSERT INTO temp.import_waiting (type, id, resource) VALUES (?, ?, ?)'),
  waiting: sql.prepare<[string, string], { resource: string }>(
    'SELECT resource FROM temp.import_waiting WHERE type = ? AND id = ? ORDER BY n',
  ),
  firstWaiting: sql.prepare<[], { type: string; id: string }>(
    'SELECT type, id FROM temp.import_waiting ORDER BY n LIMIT 1',
  ),
  dropWaiting: sql.prepare<[string, string]>('DELETE FROM temp.import_waiting WHERE type = ? AND id = ?'),
  versionsOf: sql.prepare<[string, string, string], { versionId: number }>(
    'SELECT versionId FROM resource_version WHERE type = ? AND id = ? AND contentHash = ?',
  ),
  hashOf: sql.prepare<[string, string, number], { contentHash: string | null }>(
    'SELECT contentHash FROM resource_version WHERE type = ? AND id = ? AND versionId = ?',
  ),
})

/** The matching for one import. It creates its temporary tables anew. */
export function importRuns(sql: Sqlite, { head, isOurs, append }: Store): ImportRuns {
  sql.exec(TABLES)
  const { findRun, keepRun, dropRun, wait, waiting, firstWaiting, dropWaiting, versionsOf, hashOf } = statementsOf(sql)
  let anyRuns = false

  const runOf = (type: string, id: string): Run | undefined => {
    const row = anyRuns ? findRun.get(type, id) : undefined
    return row && { ...row, starts: JSON.parse(row.starts) as readonly number[] }
  }

  const plainly = (resource: PreparedResource, now: number, counts: Counts) => {
    const last = head(resource.type, resource.id)
    const outcome = outcomeOf(last, resource.contentHash)
    if (outcome !== 'unchanged') append(resource, last, now)
    counts[outcome] += 1
  }

  /** The run matches no stored versions, so its waiting contents are new. */
  const giveUp = (type: string, id: string, now: number, counts: Counts) => {
    for (const { resource } of waiting.all(type, id)) plainly(JSON.parse(resource) as PreparedResource, now, counts)
    dropWaiting.run(type, id)
    dropRun.run(type, id)
  }

  /** The possible starts of the run, after adding one more content. */
  const startsWith = ({ type, id, contentHash }: PreparedResource, run: Run | undefined): readonly number[] =>
    run
      ? run.starts.filter((start) => hashOf.get(type, id, start + run.length)?.contentHash === contentHash)
      : versionsOf.all(type, id, contentHash).map(({ versionId }) => versionId)

  const compare = (resource: PreparedResource, last: Head, now: number, counts: Counts) => {
    const { type, id, contentHash } = resource
    const run = runOf(type, id)
    if (run?.contentHash === contentHash) {
      counts.unchanged += 1
      return
    }
    const starts = startsWith(resource, run)
    if (starts.length === 0) {
      if (run) giveUp(type, id, now, counts)
      plainly(resource, now, counts)
      return
    }
    const length = (run?.length ?? 0) + 1
    anyRuns = true
    keepRun.run(type, id, JSON.stringify(starts), length, contentHash)
    if (starts.some((start) => start + length - 1 === last.versionId))
      counts.unchanged += dropWaiting.run(type, id).changes + 1
    else wait.run(type, id, JSON.stringify(resource))
  }

  return {
    take: (resource, now, counts) => {
      const { type, id } = resource
      const last = head(type, id)
      if (last && last.deleted === 0 && last.versionId > 1 && !isOurs(last)) {
        compare(resource, last, now, counts)
        return
      }
      // The stored versions do not match this run, or this import wrote them. Nothing waits, unless another process
      // wrote in between.
      if (runOf(type, id)) giveUp(type, id, now, counts)
      plainly(resource, now, counts)
    },
    finish: (now, counts, until) => {
      for (let first = firstWaiting.get(); first; first = firstWaiting.get()) {
        giveUp(first.type, first.id, now, counts)
        if (until()) return false
      }
      return true
    },
  }
}
