// Runs searches on the current resources. Returns the first matches, all of them in order, or their number. It chooses
// the index that drives a query (narrowing.ts, index-order.ts) and forces it with INDEXED BY, so that a query reads no more
// rows than necessary, however few resources a client may see. Where every condition finds many, what each one finds is
// read once and intersected (candidates.ts), and the rest is put in order (ordering.ts).
import type { Search, SearchCost, SortOrder } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { candidatesOf } from './candidates.ts'
import { type Found, firstMatches, type Wanted } from './first-matches.ts'
import { walksOf } from './index-order.ts'
import { narrowing } from './narrowing.ts'
import { inOrder } from './ordering.ts'
import type { PackedList } from './packed-list.ts'
import { horizonOf } from './past-values.ts'
import { type Place, reader } from './reader.ts'
import { briefRows, narrowRows } from './row-budget.ts'
import { and, bySeqs, joined, type Part, tests } from './sql.ts'
import { type RowWatch, rowWatch } from './time-limit.ts'

export interface SearchIndex extends Pick<RowWatch, 'within'> {
  /** The seq of the newest write. */
  readonly currentSeq: () => number
  /** The first matches as of now, and their total number. */
  readonly found: (wanted: Wanted) => Found
  /** The seqs of all matches, in order. */
  readonly all: (search: Search) => PackedList
  /** What was read since the last call, as `found` says of itself. */
  readonly cost: () => SearchCost
  /** True if few rows are read, however many resources there are: so few that the search takes no noticeable time. */
  readonly isNarrow: (search: Search) => boolean
  /** True if so few rows are read that no other search minds waiting for it. */
  readonly isBrief: (search: Search) => boolean
  /** True if reading a few rows finds the first matches, however many resources there are. */
  readonly isShort: (search: Search) => boolean
  /** The versions that matched at exactly one of two seqs, in order. */
  readonly changes: (search: Search, from: number, to: number) => Changes
  /** The seq from which on changes can be told (past-values.ts). */
  readonly horizon: () => number
  readonly placeOf: (seq: number, sort: SortOrder) => Place | undefined
  /** A number that changes when resources of a type are permanently removed. Only events of the audit log ever are. */
  readonly removals: (type: string) => number
  /** Runs reads that must see the same state. */
  readonly consistently: <T>(reads: () => T) => T
}

export interface Changes {
  readonly gone: readonly Place[]
  readonly come: readonly Place[]
}

/** Candidates up to this number are looked up one by one; beyond it, an index is walked past those that are none. */
const LOOKED_UP = 20_000

/** The search index on one connection. All methods read synchronously. */
export function searchIndex(sql: Sqlite, { lookedUp = LOOKED_UP } = {}): SearchIndex {
  const read = reader(sql)
  const { within } = rowWatch(sql)
  const narrower = narrowing(read)
  const { few, hasFew } = narrower
  const newest = sql.prepare<[], { seq: number }>('SELECT seq FROM resource_version ORDER BY seq DESC LIMIT 1')
  const firstEvent = sql.prepare<[], number>('SELECT min(position) FROM audit_link').pluck()

  const all = (search: Search): PackedList => {
    const { type, sort } = search
    const part = few(search, briefRows(search))
    if (part) return read.seqs(part, sort)
    const candidates = candidatesOf(read, narrower, search)
    if (!candidates || candidates.seqs.length > lookedUp) return inOrder(read, search, candidates?.seqs)
    const rest = tests({ ...search, conditions: candidates.untested })
    return read.seqs(joined(bySeqs(type, Array.from(candidates.seqs)), rest), sort)
  }

  /** Versions of changed resources that were current at one of the two seqs and match the search. */
  const versions = (search: Search, { from, ...changed }: Part): readonly Place[] =>
    read.places({ from, ...and(changed, tests(search)) }, search.sort)

  const first = firstMatches(read, narrower, all)
  const currentSeq = () => newest.get()?.seq ?? 0
  const inOne = sql.transaction((reads: () => unknown) => reads()).deferred
  /** Within a transaction, all reads see the same state anyway. */
  const consistently = <T>(reads: () => T): T => (sql.inTransaction ? reads() : (inOne(reads) as T))

  return {
    currentSeq,
    within,
    found: (wanted) =>
      consistently(() => {
        read.cost()
        return { asOfSeq: currentSeq(), ...first(wanted), cost: read.cost() }
      }),
    all,
    cost: read.cost,
    isNarrow: (search) => hasFew(search, narrowRows(search)),
    isBrief: (search) => hasFew(search, briefRows(search)),
    isShort: (search) => !search.lastUpdated && walksOf(search) !== undefined,
    changes: (search, from, to) => ({
      gone: versions(search, goneBetween(search.type, from, to)),
      come: versions(search, comeBetween(search.type, from, to)),
    }),
    horizon: horizonOf(sql),
    placeOf: (seq, sort) => read.places({ from: 'resource_version r', where: 'r.seq = ?', values: [seq] }, sort, 1)[0],
    removals: (type) => (type === 'AuditEvent' ? (firstEvent.get() ?? 0) : 0),
    consistently,
  }
}

/** Versions that were current at the first seq, of resources that changed up to the second. */
const goneBetween = (type: string, from: number, to: number): Part => ({
  from: 'resource_version c CROSS JOIN resource_version r INDEXED BY resource_version_type_id_versionId_key',
  where: `c.seq > ? AND c.seq <= ? AND +c.type = ? AND r.type = +c.type AND r.id = c.id AND r.versionId = c.versionId - 1
          AND +r.seq <= ? AND r.deleted = 0`,
  values: [from, to, type, from],
})

/** Versions that were written after the first seq and are current at the second. */
const comeBetween = (type: string, from: number, to: number): Part => ({
  from: 'resource_version r',
  where: `r.seq > ? AND r.seq <= ? AND +r.type = ? AND r.deleted = 0 AND (r.supersededBy IS NULL OR r.supersededBy > ?)`,
  values: [from, to, type, to],
})
