// Runs searches on the current resources: the first matches, all of them in order, or their number. The index that drives a query
// is chosen here and forced with INDEXED BY, so that a query reads no more rows than necessary, however few a client may see.
import type { Statement } from 'better-sqlite3'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { Condition, Search, SortKey } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import {
  and,
  byCondition,
  byIds,
  byOrigins,
  byTime,
  during,
  isOneOf,
  isSeenBy,
  joined,
  lookedAt,
  meets,
  ORDER,
  type Part,
  stretches,
  type Test,
  type Value,
  walkAll,
  walkOrigin,
} from './sql.ts'

/** A version and its place in any order. */
export interface Place {
  readonly seq: number
  readonly lastUpdated: number
  readonly id: string
}

export interface Wanted {
  readonly search: Search
  /** Matches, at most. */
  readonly limit: number
  /** The highest number that is counted when no count is stored; 0 for no count. */
  readonly mostCounted: number
}

export interface Found {
  /** The newest write when the search was made. */
  readonly asOfSeq: number
  /** The first matches. */
  readonly seqs: readonly number[]
  /** Undefined when no total was wanted, or there are too many matches to count. */
  readonly total: number | undefined
}

export interface SearchIndex {
  /** The newest write. */
  readonly currentSeq: () => number
  /** The first matches as of now, and how many there are. */
  readonly found: (wanted: Wanted) => Found
  /** The seqs of all matches, in order. */
  readonly all: (search: Search) => readonly number[]
  /** True when all matches are found within `most` rows, however many resources there are. */
  readonly hasFew: (search: Search, most: number) => boolean
  /** True when those rows are so few that the search is immediate. */
  readonly isNarrow: (search: Search) => boolean
  /** True when the first matches are found within few rows, however many resources there are. */
  readonly isShort: (search: Search) => boolean
  /** The versions that matched at one of two seqs and not at the other; in order. */
  readonly changes: (search: Search, from: number, to: number) => Changes
  readonly placeOf: (seq: number) => Place | undefined
  /** A number that is another one once resources of a type were removed for good: those of the audit log alone ever are. */
  readonly removals: (type: string) => number
  /** Runs reads that have to see the same state. */
  readonly consistently: <T>(reads: () => T) => T
}

export interface Changes {
  readonly gone: readonly Place[]
  readonly come: readonly Place[]
}

/** Rows that are read in a few milliseconds. */
const NARROW = 300
/** Up to this many candidates are looked up and sorted without trying anything else. */
const CANDIDATES = 5000
/** Rows of an order that are tried for a first page, before all candidates are looked up. */
const TRIED = [1000, 20_000] as const
/** Values that are counted to find the condition that most narrows a search. */
const WEIGHED = 100_000
/** Origins whose walks are merged for a page; each gives a page of its own. */
const MOST_WALKS = 20
const STATEMENTS = 200

/** The search index on one connection. All methods are synchronous reads; prepared statements are cached by their text. */
export function searchIndex(sql: Sqlite): SearchIndex {
  const statements = recentlyUsed<Statement<Value[]>>(STATEMENTS)
  const prepared = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    const statement = sql.prepare<Value[]>(text)
    statements.set(text, statement)
    return statement
  }
  const number = (text: string, values: readonly Value[]) => (prepared(text).get(...values) as { n: number }).n
  const places = (text: string, values: readonly Value[]) => prepared(text).all(...values) as readonly Place[]
  const newest = sql.prepare<[], { seq: number }>('SELECT seq FROM resource_version ORDER BY seq DESC LIMIT 1')
  const firstEvent = sql.prepare<[], number>('SELECT min(position) FROM audit_link').pluck()
  const place = sql.prepare<[number], Place>('SELECT seq, lastUpdated, id FROM resource_version WHERE seq = ?')

  /** The condition with the fewest values to look at, if those are at most `most`. */
  const fewest = ({ type, conditions }: Search, most: number): Condition | undefined => {
    let best: { readonly condition: Condition; readonly n: number } | undefined
    for (const condition of conditions) {
      const { from, where, values } = lookedAt(type, condition)
      const limit = Math.min(most, best?.n ?? most) + 1
      const n = number(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`, [...values, limit])
      if (n <= most && n < (best?.n ?? Number.POSITIVE_INFINITY)) best = { condition, n }
      if (best?.n === 0) break
    }
    return best?.condition
  }

  /** All matches, in no order; driven by what is narrowest. */
  const whole = (search: Search): Part => {
    const { type, ids, conditions, visibility, sort, lastUpdated } = search
    if (ids) return joined(byIds(type, ids), tests(search, { ids: false }))
    const narrowest = fewest(search, WEIGHED) ?? conditions[0]
    if (narrowest) {
      const rest = conditions.filter((condition) => condition !== narrowest)
      return joined(byCondition(type, narrowest), tests({ ...search, conditions: rest }))
    }
    if (visibility !== 'all') return joined(byOrigins(type, visibility.origins), during(lastUpdated))
    // Only the index by time knows times.
    return joined(walkAll(type, lastUpdated ? '-_lastUpdated' : sort), during(lastUpdated))
  }

  /** The stored count of a search; undefined where there is none. */
  const keptCount = ({ type, visibility, conditions, ids, lastUpdated }: Search): number | undefined => {
    if (conditions.length > 0 || ids || lastUpdated) return undefined
    return visibility === 'all'
      ? number('SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ?', [type])
      : number(
          'SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ? AND origin IN (SELECT value FROM json_each(?))',
          [type, JSON.stringify(visibility.origins)],
        )
  }

  const hasFew = (search: Search, most: number): boolean =>
    search.ids !== undefined ||
    (search.conditions.length > 0
      ? fewest(search, most) !== undefined
      : (keptCount(search) ?? Number.POSITIVE_INFINITY) <= most)

  /** The walks that together pass the matches and nothing else, each in order; undefined where no index has that order. */
  const walks = ({ type, ids, conditions, visibility, sort, lastUpdated }: Search): readonly Walk[] | undefined => {
    if (ids || conditions.length > 0) return undefined
    if (!byTime(sort)) return visibility === 'all' && !lastUpdated ? [[walkAll(type, sort)]] : undefined
    if (visibility !== 'all' && visibility.origins.length > MOST_WALKS) return undefined
    const starts =
      visibility === 'all'
        ? [walkAll(type, sort)]
        : [...new Set(visibility.origins)].map((origin) => walkOrigin(type, origin))
    return starts.map((start) => stretches(sort, lastUpdated).map((stretch) => joined(start, stretch)))
  }

  /** The first rows in the order, which are likely to contain the first matches of a search with many. */
  const beginning = (search: Search, rows: number): Part => {
    const { type, visibility, sort, lastUpdated } = search
    const [origin, ...others] = visibility === 'all' ? [] : visibility.origins
    const walk = origin && others.length === 0 && byTime(sort) ? walkOrigin(type, origin) : walkAll(type, sort)
    const { from, where, values } = joined(walk, byTime(sort) ? stretches(sort, lastUpdated)[0] : undefined)
    const rest = tests(search)
    return {
      from: `(SELECT r.seq, r.lastUpdated, r.id, r.origin FROM ${from} WHERE ${where} ORDER BY ${ORDER[sort]} LIMIT ?) r`,
      where: rest.where,
      values: [...values, rows, ...rest.values],
    }
  }

  const read = (parts: Walk, sort: SortKey, limit: number): readonly Place[] => {
    const found: Place[] = []
    for (const { from, where, values } of parts) {
      if (found.length >= limit) break
      const text = `SELECT r.seq, r.lastUpdated, r.id FROM ${from} WHERE ${where} ORDER BY ${ORDER[sort]} LIMIT ?`
      found.push(...places(text, [...values, limit - found.length]))
    }
    return found
  }

  /** Versions of changed resources that were current at one of the two seqs and meet the search. */
  const versions = (search: Search, from: string, test: Test): readonly Place[] => {
    const rest = and(test, tests(search))
    const text = `SELECT r.seq, r.lastUpdated, r.id FROM ${from} WHERE ${rest.where} ORDER BY ${ORDER[search.sort]}`
    return places(text, rest.values)
  }

  const first = (search: Search, limit: number): readonly Place[] => {
    const walked = hasFew(search, NARROW) ? undefined : walks(search)?.map((walk) => read(walk, search.sort, limit))
    if (walked) return walked.length === 1 ? walked.flat() : walked.flat().sort(comparing(search.sort)).slice(0, limit)
    for (const rows of hasFew(search, CANDIDATES) ? [] : TRIED) {
      const tried = read([beginning(search, rows)], search.sort, limit)
      if (tried.length === limit) return tried
    }
    return read([whole(search)], search.sort, limit)
  }

  const count = (search: Search, most: number): number | undefined => {
    const { from, where, values } = whole(search)
    const n = number(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`, [...values, most + 1])
    return n > most ? undefined : n
  }

  const currentSeq = () => newest.get()?.seq ?? 0
  const consistently = <T>(reads: () => T): T => sql.transaction(reads).deferred()

  return {
    currentSeq,
    found: ({ search, limit, mostCounted }) =>
      consistently(() => {
        const seqs = limit > 0 ? first(search, limit).map(({ seq }) => seq) : []
        const counted = mostCounted > 0 ? () => keptCount(search) ?? count(search, mostCounted) : () => undefined
        return { asOfSeq: currentSeq(), seqs, total: seqs.length < limit ? seqs.length : counted() }
      }),
    all: (search) => {
      const { from, where, values } = whole(search)
      return prepared(`SELECT r.seq FROM ${from} WHERE ${where} ORDER BY ${ORDER[search.sort]}`)
        .pluck()
        .all(...values) as readonly number[]
    },
    hasFew,
    isNarrow: (search) => hasFew(search, NARROW),
    isShort: (search) => !search.lastUpdated && walks(search) !== undefined,
    changes: (search, from, to) => ({
      gone: versions(
        search,
        'resource_version c CROSS JOIN resource_version r INDEXED BY resource_version_type_id_versionId_key',
        {
          where: `c.seq > ? AND c.seq <= ? AND +c.type = ? AND r.type = +c.type AND r.id = c.id AND r.versionId = c.versionId - 1
          AND +r.seq <= ? AND r.deleted = 0`,
          values: [from, to, search.type, from],
        },
      ),
      come: versions(search, 'resource_version r', {
        where: `r.seq > ? AND r.seq <= ? AND +r.type = ? AND r.deleted = 0 AND (r.supersededBy IS NULL OR r.supersededBy > ?)`,
        values: [from, to, search.type, to],
      }),
    }),
    placeOf: (seq) => place.get(seq),
    removals: (type) => (type === 'AuditEvent' ? (firstEvent.get() ?? 0) : 0),
    consistently,
  }
}

/** The conditions of a search on a version, independent of the driving index. */
const tests = ({ conditions, visibility, ids, lastUpdated }: Search, asked = { ids: true }): Test =>
  and(isSeenBy(visibility), during(lastUpdated), asked.ids ? isOneOf(ids) : undefined, ...conditions.map(meets))

/** Parts that are walked one after the other. */
type Walk = readonly Part[]

/** SQLite compares text by its bytes in UTF-8, and ids are ASCII: so does this. */
export const comparing = (sort: SortKey) => (a: Place, b: Place) => {
  const byId = a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  if (sort === '_id') return byId
  if (sort === '-_id') return -byId
  return sort === '-_lastUpdated' ? b.lastUpdated - a.lastUpdated || byId : a.lastUpdated - b.lastUpdated || -byId
}
