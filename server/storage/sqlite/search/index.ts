// Runs searches on the current resources. Returns the first matches, all of them in order, or their number. It chooses
// the index that drives a query (narrowing.ts, walks.ts) and forces it with INDEXED BY, so that a query reads no more
// rows than necessary, however few resources a client may see.
import type { Search, SortOrder } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { narrowing } from './narrowing.ts'
import { type Place, reader } from './reader.ts'
import { and, type Part, tests } from './sql.ts'
import { beginning, comparing, type Walk, walksOf } from './walks.ts'

export interface Wanted {
  readonly search: Search
  /** The most matches to return. */
  readonly limit: number
  /** The highest number to count up to if no count is stored; 0 for no count. */
  readonly mostCounted: number
}

export interface Found {
  /** The seq of the newest write when the search ran. */
  readonly asOfSeq: number
  /** The first matches. */
  readonly seqs: readonly number[]
  /** Undefined if no total was wanted, or if there are too many matches to count. */
  readonly total: number | undefined
}

export interface SearchIndex {
  /** The seq of the newest write. */
  readonly currentSeq: () => number
  /** The first matches as of now, and their total number. */
  readonly found: (wanted: Wanted) => Found
  /** The seqs of all matches, in order. */
  readonly all: (search: Search) => readonly number[]
  /** True if reading at most `most` rows finds all matches, however many resources there are. */
  readonly hasFew: (search: Search, most: number) => boolean
  /** True if those rows are so few that the search takes no noticeable time. */
  readonly isNarrow: (search: Search) => boolean
  /** True if reading a few rows finds the first matches, however many resources there are. */
  readonly isShort: (search: Search) => boolean
  /** The versions that matched at exactly one of two seqs, in order. */
  readonly changes: (search: Search, from: number, to: number) => Changes
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

/** The number of rows that are read within a few milliseconds. */
const NARROW = 300
/** Up to this many candidates are looked up and sorted without trying anything else. */
const CANDIDATES = 5000
/** The numbers of rows, in the search's order, that are tried for a first page before all candidates are looked up. */
const TRIED = [1000, 20_000] as const

/** The search index on one connection. All methods read synchronously. */
export function searchIndex(sql: Sqlite): SearchIndex {
  const read = reader(sql)
  const { whole, storedCount, hasFew } = narrowing(read)
  const newest = sql.prepare<[], { seq: number }>('SELECT seq FROM resource_version ORDER BY seq DESC LIMIT 1')
  const firstEvent = sql.prepare<[], number>('SELECT min(position) FROM audit_link').pluck()

  const walked = (walk: Walk, sort: SortOrder, limit: number): readonly Place[] => {
    const found: Place[] = []
    for (const part of walk) {
      if (found.length >= limit) break
      found.push(...read.places(part, sort, limit - found.length))
    }
    return found
  }

  const first = (search: Search, limit: number): readonly Place[] => {
    const { sort } = search
    const walks = hasFew(search, NARROW) ? undefined : walksOf(search)?.map((walk) => walked(walk, sort, limit))
    if (walks) return walks.length === 1 ? walks.flat() : walks.flat().sort(comparing(sort)).slice(0, limit)
    for (const rows of hasFew(search, CANDIDATES) ? [] : TRIED) {
      const candidates = beginning(search, rows)
      if (!candidates) break
      const tried = read.places(candidates, sort, limit)
      if (tried.length === limit) return tried
    }
    return read.places(whole(search), sort, limit)
  }

  const count = (search: Search, most: number): number | undefined => {
    const n = read.count(whole(search), most + 1)
    return n > most ? undefined : n
  }

  /** Versions of changed resources that were current at one of the two seqs and match the search. */
  const versions = (search: Search, { from, ...changed }: Part): readonly Place[] =>
    read.places({ from, ...and(changed, tests(search)) }, search.sort)

  const currentSeq = () => newest.get()?.seq ?? 0
  const inOne = sql.transaction((reads: () => unknown) => reads()).deferred
  /** Within a transaction, all reads see the same state anyway. */
  const consistently = <T>(reads: () => T): T => (sql.inTransaction ? reads() : (inOne(reads) as T))

  return {
    currentSeq,
    found: ({ search, limit, mostCounted }) =>
      consistently(() => {
        const seqs = limit > 0 ? first(search, limit).map(({ seq }) => seq) : []
        const counted = mostCounted > 0 ? () => storedCount(search) ?? count(search, mostCounted) : () => undefined
        return { asOfSeq: currentSeq(), seqs, total: seqs.length < limit ? seqs.length : counted() }
      }),
    all: (search) => read.seqs(whole(search), search.sort),
    hasFew,
    isNarrow: (search) => hasFew(search, NARROW),
    isShort: (search) => !search.lastUpdated && walksOf(search) !== undefined,
    changes: (search, from, to) => ({
      gone: versions(search, goneBetween(search.type, from, to)),
      come: versions(search, comeBetween(search.type, from, to)),
    }),
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
