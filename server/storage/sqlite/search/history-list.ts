// The versions of a history (FHIR R4 http.html §3.1.0.13) as numbers in memory, for access to any offset in one step. Versions are
// never changed, so a history as of a seq can be made again at any time and comes out the same.
import type { Statement } from 'better-sqlite3'
import type { History } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { type List, packed } from './lists.ts'
import { and, type Test, type Value } from './sql.ts'

/** Makes the list of a history as of a seq, or as of now: the newest version first. Throws what SQLite throws. */
export function historyLists(sql: Sqlite): (history: History, asOfSeq: number | undefined) => List {
  const statements = new Map<string, Statement<Value[], number>>()
  const newest = sql.prepare<[], number>('SELECT seq FROM resource_version ORDER BY seq DESC LIMIT 1').pluck()
  const prepared = (text: string) => {
    const statement = statements.get(text) ?? sql.prepare<Value[], number>(text).pluck()
    statements.set(text, statement)
    return statement
  }
  return sql.transaction((history: History, asked: number | undefined): List => {
    const asOfSeq = asked ?? newest.get() ?? 0
    const { where, values } = and(...testsOf(history, asOfSeq))
    return { asOfSeq, seqs: packed(prepared(`${VERSIONS} WHERE ${where} ORDER BY r.seq DESC`).all(...values)) }
  }).deferred
}

// The index has all versions of a type, and of one resource, next to each other; the plus keeps SQLite from walking all types.
const VERSIONS = `SELECT r.seq FROM resource_version r INDEXED BY resource_version_type_id_versionId_key`

const testsOf = ({ type, id, visibility, since, at }: History, asOfSeq: number): readonly (Test | undefined)[] => [
  { where: 'r.type = ? AND +r.seq <= ?', values: [type, asOfSeq] },
  id === undefined ? undefined : { where: 'r.id = ?', values: [id] },
  since === undefined ? undefined : { where: 'r.lastUpdated >= ?', values: [since] },
  at && {
    where: `r.lastUpdated < ? AND (r.lastUpdated >= ? OR NOT EXISTS (
      SELECT 1 FROM resource_version n WHERE n.seq = r.supersededBy AND n.seq <= ? AND n.lastUpdated <= ?))`,
    values: [at.to, at.from, asOfSeq, at.from],
  },
  visibility === 'all' ? undefined : seenByOrigin(JSON.stringify(visibility.origins), asOfSeq),
]

/** The version, and the one that was the newest of its resource, are of one of the origins. */
const seenByOrigin = (origins: string, asOfSeq: number): Test => ({
  where: `r.origin IN (SELECT value FROM json_each(?)) AND (
    SELECT c.origin FROM resource_version c WHERE c.type = r.type AND c.id = r.id AND c.seq <= ?
    ORDER BY c.versionId DESC LIMIT 1) IN (SELECT value FROM json_each(?))`,
  values: [origins, asOfSeq, origins],
})
