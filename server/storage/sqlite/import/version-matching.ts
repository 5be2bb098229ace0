// Matches the versions in an import with the stored ones, so that repeating an import adds nothing. If the imported
// versions of a resource begin with its newest stored ones, those are skipped. Some matches are certain only later in
// the import. Until then, contents wait in a temporary table, which uses no memory however many they are.
import type { PreparedResource, WriteCounts } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/connection.ts'

export type Counts = { -readonly [Outcome in keyof WriteCounts]: number }

interface Version {
  readonly versionId: number
  readonly deleted: number | boolean
  readonly contentHash: string | null
}

export interface Reference {
  readonly type: string
  readonly id: string
}

/** What is stored of resources, whichever engine keeps it. */
interface Store<Head extends Version> {
  readonly head: (type: string, id: string) => Head | undefined
  /** The versionIds with a content. */
  readonly versionsOf: (type: string, id: string, contentHash: string) => readonly number[]
  readonly hashOf: (type: string, id: string, versionId: number) => string | null | undefined
  /** True for a version that this import wrote. */
  readonly isOurs: (head: Head) => boolean
  readonly append: (resource: PreparedResource, last: Head | undefined, now: number) => void
}

export interface ImportRuns {
  readonly take: (resource: PreparedResource, now: number, counts: Counts) => void
  /** Resources with waiting contents, the first one and at most `limit`. */
  readonly waiting: (limit: number) => readonly Reference[]
  /** Writes the waiting contents of a resource, whose match was never confirmed. */
  readonly giveUp: (resource: Reference, now: number, counts: Counts) => void
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

/** Statements on the temporary tables. */
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
  waitingOf: sql.prepare<[number], Reference>(
    'SELECT DISTINCT type, id FROM (SELECT type, id FROM temp.import_waiting ORDER BY n LIMIT ?)',
  ),
  dropWaiting: sql.prepare<[string, string]>('DELETE FROM temp.import_waiting WHERE type = ? AND id = ?'),
})

/** The matching for one import. It creates its temporary tables anew, in `sql`. */
export function importRuns<Head extends Version>(sql: Sqlite, store: Store<Head>): ImportRuns {
  const { head, versionsOf, hashOf, isOurs, append } = store
  sql.exec(TABLES)
  const { findRun, keepRun, dropRun, wait, waiting, waitingOf, dropWaiting } = statementsOf(sql)
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
  const giveUp: ImportRuns['giveUp'] = ({ type, id }, now, counts) => {
    for (const { resource } of waiting.all(type, id)) plainly(JSON.parse(resource) as PreparedResource, now, counts)
    dropWaiting.run(type, id)
    dropRun.run(type, id)
  }

  /** The possible starts of the run, after adding one more content. */
  const startsWith = ({ type, id, contentHash }: PreparedResource, run: Run | undefined): readonly number[] =>
    run
      ? run.starts.filter((start) => hashOf(type, id, start + run.length) === contentHash)
      : versionsOf(type, id, contentHash)

  const compare = (resource: PreparedResource, last: Head, now: number, counts: Counts) => {
    const { type, id, contentHash } = resource
    const run = runOf(type, id)
    if (run?.contentHash === contentHash) {
      counts.unchanged += 1
      return
    }
    const starts = startsWith(resource, run)
    if (starts.length === 0) {
      if (run) giveUp(resource, now, counts)
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
      if (last && !last.deleted && last.versionId > 1 && !isOurs(last)) {
        compare(resource, last, now, counts)
        return
      }
      // The stored versions do not match this run, or this import wrote them. Nothing waits, unless another process
      // wrote in between.
      if (runOf(type, id)) giveUp(resource, now, counts)
      plainly(resource, now, counts)
    },
    waiting: (limit) => waitingOf.all(limit),
    giveUp,
  }
}

const outcomeOf = (last: Version | undefined, contentHash: string): keyof Counts => {
  if (!last || last.deleted) return 'created'
  return last.contentHash === contentHash ? 'unchanged' : 'updated'
}
