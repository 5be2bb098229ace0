// Walks along an index in the order of a search. They reach the first matches without reading the others.
import type { IndexOrder, Search, SortOrder, ValueOrder } from '#server/fhir/store.ts'
import type { Place } from './reader.ts'
import { byTime, joined, orderOf, type Part, stretches, tests, walkAll, walkOrigin } from './sql.ts'

/** The most origins whose walks are merged for a page; each walk reads a whole page. */
const MOST_WALKS = 20

/** Parts that are walked one after the other. */
export type Walk = readonly Part[]

/** The walks that together visit exactly the matches, each in order; undefined if no index has that order. */
export function walksOf({ type, ids, conditions, visibility, sort, lastUpdated }: Search): readonly Walk[] | undefined {
  if (ids || conditions.length > 0 || typeof sort !== 'string') return undefined
  if (!byTime(sort)) return visibility === 'all' && !lastUpdated ? [[walkAll(type, sort)]] : undefined
  if (visibility !== 'all' && visibility.origins.length > MOST_WALKS) return undefined
  const starts =
    visibility === 'all'
      ? [walkAll(type, sort)]
      : [...new Set(visibility.origins)].map((origin) => walkOrigin(type, origin))
  return starts.map((start) => stretches(sort, lastUpdated).map((stretch) => joined(start, stretch)))
}

/**
 * The first rows in the order, which probably contain the first matches of a search with many; undefined if no index
 * has that order.
 */
export function beginning(search: Search, rows: number): Part | undefined {
  const { type, visibility, sort, lastUpdated } = search
  if (typeof sort !== 'string') return undefined
  const [origin, ...others] = visibility === 'all' ? [] : visibility.origins
  const walk = origin && others.length === 0 && byTime(sort) ? walkOrigin(type, origin) : walkAll(type, sort)
  const { from, where, values, led } = joined(walk, byTime(sort) ? stretches(sort, lastUpdated)[0] : undefined)
  const rest = tests(search)
  return {
    from: `(SELECT r.seq, r.lastUpdated, r.id, r.origin FROM ${from} WHERE ${where} ORDER BY ${orderOf(sort).orderBy} LIMIT ?) r`,
    where: rest.where,
    values: [...values, rows, ...rest.values],
    ...(led === undefined ? {} : { led }),
  }
}

/** Compares rows in the order in which SQLite sorts them. */
export const comparing = (sort: SortOrder) => (typeof sort === 'string' ? byIndex(sort) : byValues(sort))

/** SQLite compares text by its UTF-8 bytes. Ids are ASCII, so comparing strings gives the same order. */
const byIndex = (sort: IndexOrder) => (a: Place, b: Place) => {
  const byId = a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  if (sort === '_id') return byId
  if (sort === '-_id') return -byId
  return sort === '-_lastUpdated' ? b.lastUpdated - a.lastUpdated || byId : a.lastUpdated - b.lastUpdated || -byId
}

const byValues = ({ by, ties }: ValueOrder) => {
  const rest = byIndex(ties)
  return (a: Place, b: Place): number => {
    for (const [n, { descending }] of by.entries()) {
      const [first, second] = [a.keys?.[n] ?? null, b.keys?.[n] ?? null]
      if (first === second) continue
      if (first === null) return 1
      if (second === null) return -1
      const byBytes = Buffer.compare(Buffer.from(first), Buffer.from(second))
      return descending ? -byBytes : byBytes
    }
    return rest(a, b)
  }
}
