// Finds what narrows a search most: the ids, the condition or the origins that leave the fewest rows to read.
import type { Condition, Search } from '#server/fhir/store.ts'
import type { Reader } from './reader.ts'
import { byCondition, byIds, byOrigins, byTimes, joined, lookedAt, type Part, tests, walkAll } from './sql.ts'

/** The most values of a condition that are counted to tell which one narrows a search most. */
const WEIGHED = 20_000

export interface Narrowing {
  /** All matches, in no particular order, of a search that has few candidates. */
  readonly few: (search: Search, most: number) => Part | undefined
  /** The conditions, those that find least first; `seenFirst` if the visible origins narrow the search more. */
  readonly byRows: (search: Search) => { readonly conditions: readonly Condition[]; readonly seenFirst: boolean }
  /** The stored count for a search; undefined if there is none. */
  readonly storedCount: (search: Search) => number | undefined
  /** True if reading at most `most` rows finds all matches, however many resources there are. */
  readonly hasFew: (search: Search, most: number) => boolean
}

export function narrowing(read: Reader): Narrowing {
  const rowsOf = (type: string, condition: Condition, most: number): number =>
    read.count(lookedAt(type, condition), most + 1)

  /** The condition with the fewest values to look at, if there are at most `most`. */
  const fewest = ({ type, conditions }: Search, most: number): Condition | undefined => {
    let best: { readonly condition: Condition; readonly n: number } | undefined
    for (const condition of conditions) {
      const n = rowsOf(type, condition, Math.min(most, best?.n ?? most))
      if (n <= most && n < (best?.n ?? Number.POSITIVE_INFINITY)) best = { condition, n }
      if (best?.n === 0) break
    }
    return best?.condition
  }

  /** The number of resources of the type that the search may see. */
  const seen = ({ type, visibility }: Search): number =>
    visibility === 'all'
      ? read.number('SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ?', [type])
      : read.number(
          'SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = ? AND origin IN (SELECT value FROM json_each(?))',
          [type, JSON.stringify(visibility.origins)],
        )

  const few = (search: Search, most: number): Part | undefined => {
    const { type, ids, conditions, visibility, lastUpdated } = search
    if (ids) return joined(byIds(type, ids), tests(search, { ids: false }))
    const narrowest = fewest(search, most)
    if (narrowest) {
      const rest = conditions.filter((condition) => condition !== narrowest)
      return joined(byCondition(type, narrowest), tests({ ...search, conditions: rest }))
    }
    const within = lastUpdated && byTimes(type, lastUpdated)
    if (within && read.count(within, most + 1) <= most) return joined(within, tests(search))
    if (seen(search) > most) return undefined
    const visible = visibility === 'all' ? walkAll(type, '-_lastUpdated') : byOrigins(type, visibility.origins)
    return joined(visible, tests(search))
  }
  return {
    hasFew: (search, most) => few(search, most) !== undefined,
    few,
    byRows: (search) => {
      const weighed = search.conditions.map((condition) => ({
        condition,
        n: rowsOf(search.type, condition, WEIGHED),
      }))
      weighed.sort((a, b) => a.n - b.n)
      const seenFirst = search.visibility !== 'all' && seen(search) <= Math.min(WEIGHED, weighed[0]?.n ?? WEIGHED)
      return { conditions: weighed.map(({ condition }) => condition), seenFirst }
    },
    storedCount: (search) =>
      search.conditions.length > 0 || search.ids || search.lastUpdated ? undefined : seen(search),
  }
}
