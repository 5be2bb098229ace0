// Walks along an index in the order of a search, which meet its first matches without reading the others.
import type { Search, SortKey } from '#server/fhir/store.ts'
import type { Place } from './reader.ts'
import { byTime, joined, ORDER, type Part, stretches, tests, walkAll, walkOrigin } from './sql.ts'

/** Origins whose walks are merged for a page; each gives a page of its own. */
const MOST_WALKS = 20

/** Parts that are walked one after the other. */
export type Walk = readonly Part[]

/** The walks that together pass the matches and nothing else, each in order; undefined where no index has that order. */
export function walksOf({ type, ids, conditions, visibility, sort, lastUpdated }: Search): readonly Walk[] | undefined {
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
export function beginning(search: Search, rows: number): Part {
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

/** SQLite compares text by its bytes in UTF-8, and ids are ASCII: so does this. */
export const comparing = (sort: SortKey) => (a: Place, b: Place) => {
  const byId = a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  if (sort === '_id') return byId
  if (sort === '-_id') return -byId
  return sort === '-_lastUpdated' ? b.lastUpdated - a.lastUpdated || byId : a.lastUpdated - b.lastUpdated || -byId
}
