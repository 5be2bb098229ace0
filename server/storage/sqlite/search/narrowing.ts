// Finds what narrows a search most: the ids, the condition or the origins that leave the fewest rows to read.
import type { Condition, Search } from '#server/fhir/store.ts'
import type { Reader } from './reader.ts'
import { byCondition, byIds, byOrigins, during, joined, lookedAt, type Part, tests, walkAll } from './sql.ts'

/** The most values that are counted to find the condition that narrows a search most. */
const WEIGHED = 100_000

export interface Narrowing {
  /** All matches, in no particular order, driven by the narrowest part of the search. */
  readonly whole: (search: Search) => Part
  /** The stored count for a search; undefined if there is none. */
  readonly storedCount: (search: Search) => number | undefined
  /** True if reading at most `most` rows finds all matches, however many resources there are. */
  readonly hasFew: (search: Search, most: number) => boolean
}

export function narrowing(read: Reader): Narrowing {
  /** The condition with the fewest values to look at, if there are at most `most`. */
  const fewest = ({ type, conditions }: Search, most: number): Condition | undefined => {
    let best: { readonly condition: Condition; readonly n: number } | undefined
    for (const condition of conditions) {
      const n = read.count(lookedAt(type, condition), Math.min(most, best?.n ?? most) + 1)
      if (n <= most && n < (best?.n ?? Number.POSITIVE_INFINITY)) best = { condition, n }
      if (best?.n === 0) break
    }
    return best?.condition
  }

  const whole = (search: Search): Part => {
    const { type, ids, conditions, visibility, lastUpdated } = search
    if (ids) return joined(byIds(type, ids), tests(search, { ids: false }))
    const narrowest = conditions.length > 1 ? (fewest(search, WEIGHED) ?? conditions[0]) : conditions[0]
    if (narrowest) {
      const rest = conditions.filter((condition) => condition !== narrowest)
      return joined(byCondition(type, narrowest), tests({ ...search, conditions: rest }))
    }
    if (visibility !== 'all') return joined(byOrigins(type, visibility.origins), during(lastUpdated))
    return joined(walkAll(type), during(lastUpdated))
  }

  const storedCount = ({ type, visibility, conditions, ids, lastUpdated }: Search): number | undefined => {
    if (conditions.length > 0 || ids || lastUpdated) return undefined
    return visibility === 'all'
      ? read.number('SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ?', [type])
      : read.number(
          'SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ? AND origin IN (SELECT value FROM json_each(?))',
          [type, JSON.stringify(visibility.origins)],
        )
  }

  const hasFew = (search: Search, most: number): boolean =>
    search.ids !== undefined ||
    (search.conditions.length > 0
      ? fewest(search, most) !== undefined
      : (storedCount(search) ?? Number.POSITIVE_INFINITY) <= most)

  return { whole, storedCount, hasFew }
}
