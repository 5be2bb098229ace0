// The versions of a history (FHIR R4 http.html §3.1.0.13) as numbers in memory, for access to any offset in one step.
// Versions never change, so the history as of a seq can be rebuilt at any time with the same result.
import type { Statement } from 'better-sqlite3'
import type { History } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { type PackedList, sorted } from './packed-list.ts'
import { joined, type List, packed } from './result-lists.ts'
import { and, type Test, type Value } from './sql.ts'
import { rowWatch } from './time-limit.ts'

/** Builds lists of histories, with the newest version first. Its methods throw what SQLite throws. */
export interface HistoryLists {
  /** The list as of a seq, or as of now. `base` is a list of the same history as of an earlier seq. */
  readonly listOf: (history: History, asOfSeq: number | undefined, base?: List) => List
}

/** The most newer versions, of any type, for which a list is continued rather than rebuilt. */
const MOST_NEWER = 5000

export function historyLists(sql: Sqlite): HistoryLists {
  const statements = new Map<string, Statement<Value[]>>()
  const watch = rowWatch(sql)
  const newest = sql.prepare<[], number>('SELECT seq FROM resource_version ORDER BY seq DESC LIMIT 1').pluck()
  const changedHands = sql.prepare<[number, number, string]>(
    `SELECT 1 FROM resource_version r JOIN resource_version b ON b.type = r.type AND b.id = r.id AND b.versionId = r.versionId - 1
     WHERE r.seq > ? AND r.seq <= ? AND +r.type = ? AND r.origin IS NOT b.origin LIMIT 1`,
  )
  const versions = (from: string, place: Test, test: Test): PackedList => {
    const text = `SELECT 1 FROM ${from} WHERE ${place.where} AND gathered(r.seq, ${test.where})`
    const statement = statements.get(text) ?? sql.prepare<Value[]>(text)
    statements.set(text, statement)
    return packed(sorted(watch.gathered(() => void statement.get(...place.values, ...test.values)))).reverse()
  }

  /** True if the list as of `asOfSeq` is `base` with the newer versions before it. */
  const continues = ({ type, visibility, at }: History, base: List, asOfSeq: number): boolean =>
    at === undefined &&
    base.asOfSeq <= asOfSeq &&
    asOfSeq - base.asOfSeq <= MOST_NEWER &&
    (visibility === 'all' || changedHands.get(base.asOfSeq, asOfSeq, type) === undefined)

  const listOf = sql.transaction((history: History, asked: number | undefined, base?: List): List => {
    const asOfSeq = asked ?? newest.get() ?? 0
    const test = and(...testsOf(history, asOfSeq))
    if (!base || !continues(history, base, asOfSeq))
      return { asOfSeq, seqs: versions(OF_TYPE, ofType(history, asOfSeq), test) }
    const newer = versions('resource_version r', newerThan(base.asOfSeq, history, asOfSeq), test)
    return { asOfSeq, seqs: newer.length === 0 ? base.seqs : joined(newer, base.seqs) }
  })
  return { listOf: listOf.deferred }
}

// The index keeps all versions of a type, and of one resource, next to each other. The plus keeps SQLite from walking
// all types.
const OF_TYPE = 'resource_version r INDEXED BY resource_version_type_id_versionId_key'

const ofType = ({ type, id }: History, asOfSeq: number): Test => ({
  where: `r.type = ? AND +r.seq <= ?${id === undefined ? '' : ' AND r.id = ?'}`,
  values: [type, asOfSeq, ...(id === undefined ? [] : [id])],
})

const newerThan = (seq: number, { type }: History, asOfSeq: number): Test => ({
  where: 'r.seq > ? AND r.seq <= ? AND +r.type = ?',
  values: [seq, asOfSeq, type],
})

const testsOf = ({ visibility, since, at }: History, asOfSeq: number): readonly (Test | undefined)[] => [
  since === undefined ? undefined : { where: 'r.lastUpdated >= ?', values: [since] },
  at && {
    where: `r.lastUpdated < ? AND (r.lastUpdated >= ? OR NOT EXISTS (
      SELECT 1 FROM resource_version n WHERE n.seq = r.supersededBy AND n.seq <= ? AND n.lastUpdated <= ?))`,
    values: [at.to, at.from, asOfSeq, at.from],
  },
  visibility === 'all' ? undefined : seenByOrigin(JSON.stringify(visibility.origins), asOfSeq),
]

/** Both the version and its resource's newest version, as of the seq, have one of the origins. */
const seenByOrigin = (origins: string, asOfSeq: number): Test => ({
  where: `r.origin IN (SELECT value FROM json_each(?)) AND (
    SELECT c.origin FROM resource_version c WHERE c.type = r.type AND c.id = r.id AND c.seq <= ?
    ORDER BY c.versionId DESC LIMIT 1) IN (SELECT value FROM json_each(?))`,
  values: [origins, asOfSeq, origins],
})
