// The searching half of the resource store: pages, jumps and counts of the matches as they were at some seq.
// Every list is paged by key. What drives a query is chosen here and forced with INDEXED BY, so that no list reads more
// rows than it has to, however few of a million a client may see.
import type { Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Condition, Position, Search, SortKey } from '../fhir/store.ts'
import type { Sqlite } from './database.ts'
import {
  after,
  and,
  asOf,
  byTime,
  during,
  isDistinct,
  joined,
  matching,
  ORDER,
  type Part,
  stretches,
  tests,
  type Value,
  walkById,
  walkByTime,
} from './search-sql.ts'

export interface MatchRow {
  readonly type: string
  readonly id: string
  readonly versionId: number
  readonly lastUpdated: number
  readonly origin: string | null
  readonly body: string
  readonly supersededBy: number | null
}

interface SearchIndex {
  readonly page: (search: Search, asOfSeq: number, position: Position | undefined, limit: number) => readonly MatchRow[]
  readonly skip: (
    search: Search,
    asOfSeq: number,
    position: Position | undefined,
    steps: number,
  ) => Position | undefined
  readonly count: (search: Search, asOfSeq: number, most: number) => number | undefined
}

/** How the matches of a search are come by: from few candidates, or along an index, that of one origin or of all. */
interface Walk {
  readonly few: Part | undefined
  readonly origin: string | undefined
}

/** Up to this many candidates are looked up and sorted; beyond, walking the order and testing each row is cheaper. */
const CANDIDATES = 5000
const STATEMENTS = 200
const COLUMNS = 'r.type, r.id, r.versionId, r.lastUpdated, r.origin, r.body, r.supersededBy'

export function searchIndex(sql: Sqlite): SearchIndex {
  const statements = new LRUCache<string, Statement<Value[]>>({ max: STATEMENTS })
  const prepared = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    const statement = sql.prepare<Value[]>(text)
    statements.set(text, statement)
    return statement
  }
  const rows = (text: string, values: readonly Value[]) => prepared(text).all(...values) as readonly MatchRow[]
  const number = (text: string, values: readonly Value[]) => (prepared(text).get(...values) as { n: number }).n

  /** The condition with the fewest matching values, if they are few enough to look them all up. */
  const fewest = ({ type, conditions }: Search): Condition | undefined => {
    let best: { readonly condition: Condition; readonly n: number } | undefined
    for (const condition of conditions) {
      const { text, values } = matching(type, condition)
      const n = number(`SELECT count(*) AS n FROM (${text} LIMIT ?)`, [...values, CANDIDATES + 1])
      if (n <= CANDIDATES && n < (best?.n ?? Number.POSITIVE_INFINITY)) best = { condition, n }
    }
    return best?.condition
  }

  const fewOrigins = ({ type, visibility, sort }: Search): boolean => {
    if (visibility === 'all' || byTime(sort)) return false
    const count =
      'SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ? AND origin IN (SELECT value FROM json_each(?))'
    return number(count, [type, JSON.stringify(visibility.origins)]) <= CANDIDATES
  }

  /** The source of candidates that are few; undefined when the search has to walk its order. */
  const candidates = (search: Search): Part | undefined => {
    const { type, ids, visibility } = search
    if (ids)
      return {
        from: `(SELECT DISTINCT value AS id FROM json_each(?)) c CROSS JOIN resource_version r INDEXED BY resource_version_type_id_versionId_key`,
        where: 'r.type = ? AND r.id = c.id',
        values: [JSON.stringify(ids), type],
      }
    const condition = fewest(search)
    if (condition) {
      const { text, values } = matching(type, condition)
      return {
        from: `(SELECT ${isDistinct(condition) ? '' : 'DISTINCT'} seq FROM (${text})) c CROSS JOIN resource_version r`,
        where: 'r.seq = c.seq AND r.type = ?',
        values: [...values, type],
      }
    }
    if (visibility !== 'all' && fewOrigins(search))
      return {
        from: '(SELECT DISTINCT value AS origin FROM json_each(?)) c CROSS JOIN resource_version r INDEXED BY resource_version_by_origin',
        where: 'r.type = ? AND r.origin = c.origin',
        values: [JSON.stringify(visibility.origins), type],
      }
    return undefined
  }

  const parts = (search: Search, { few, origin }: Walk, asOfSeq: number, position?: Position): readonly Part[] => {
    const rest = and(asOf(asOfSeq), tests(search, origin))
    if (few) return [joined(few, rest, during(search.lastUpdated), after(search.sort, position))]
    if (byTime(search.sort))
      return stretches(search, position).map((stretch) => joined(walkByTime(search.type, origin), stretch, rest))
    return [joined(walkById(search.type), rest, during(search.lastUpdated), after(search.sort, position))]
  }

  /** A walk by time keeps the resources of each origin apart, so that who sees one of many passes no row of the others. */
  const walks = (search: Search): readonly Walk[] => {
    const { visibility, sort } = search
    const few = candidates(search)
    return few || visibility === 'all' || !byTime(sort)
      ? [{ few, origin: undefined }]
      : [...new Set(visibility.origins)].map((origin) => ({ few, origin }))
  }

  const read = (all: readonly Part[], sort: SortKey, limit: number): readonly MatchRow[] => {
    const found: MatchRow[] = []
    for (const { from, where, values } of all) {
      if (found.length >= limit) break
      const text = `SELECT ${COLUMNS} FROM ${from} WHERE ${where} ORDER BY ${ORDER[sort]} LIMIT ?`
      found.push(...rows(text, [...values, limit - found.length]))
    }
    return found
  }

  return {
    page: (search, asOfSeq, position, limit) => {
      const found = walks(search).map((walk) => read(parts(search, walk, asOfSeq, position), search.sort, limit))
      const [only] = found
      return found.length === 1 && only ? only : found.flat().sort(comparing(search.sort)).slice(0, limit)
    },
    skip: (search, asOfSeq, position, steps) => {
      let left = steps
      const [walk, ...more] = walks(search)
      const whole = walk && more.length === 0 ? walk : { few: undefined, origin: undefined }
      for (const { from, where, values } of parts(search, whole, asOfSeq, position)) {
        const order = ORDER[search.sort]
        // Bare columns beside a single max() come from the row that has the maximum (SQLite, "Bare columns in an aggregate query").
        const text = `SELECT lastUpdated, id, max(n) AS n FROM (SELECT r.lastUpdated, r.id, row_number() OVER (ORDER BY ${order}) AS n FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ?)`
        const row = prepared(text).get(...values, left) as Position & { readonly n: number | null }
        left -= row.n ?? 0
        if (left === 0) return { lastUpdated: row.lastUpdated, id: row.id }
      }
      return undefined
    },
    count: (search, asOfSeq, most) => {
      let total = 0
      for (const walk of walks(search))
        for (const { from, where, values } of parts(search, walk, asOfSeq)) {
          total += number(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`, [
            ...values,
            Math.min(most - total + 1, Number.MAX_SAFE_INTEGER),
          ])
          if (total > most) return undefined
        }
      return total
    },
  }
}

/** SQLite compares text by its bytes in UTF-8, and ids are ASCII: so does this. */
const comparing = (sort: SortKey) => (a: MatchRow, b: MatchRow) => {
  const byId = a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  if (sort === '_id') return byId
  if (sort === '-_id') return -byId
  return sort === '-_lastUpdated' ? b.lastUpdated - a.lastUpdated || byId : a.lastUpdated - b.lastUpdated || -byId
}
