// The first matches of a search, and how many there are: from a few rows where these tell, otherwise from all matches.
import type { Search, SearchCost, SortOrder } from '#server/fhir/store.ts'
import { beginning, comparing, type Walk, walksOf } from './index-order.ts'
import type { Narrowing } from './narrowing.ts'
import type { PackedList } from './packed-list.ts'
import type { Place, Reader } from './reader.ts'
import { briefRows } from './row-budget.ts'
import { byCondition, byTimes, isSeenBy, joined, type Part, tests } from './sql.ts'

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
  /** All matches, if the first ones were not to be found without them. */
  readonly whole?: PackedList
  /** Undefined where it came from memory. */
  readonly cost?: SearchCost | undefined
}

/** The most matches that are counted one by one: of a condition, and of times, which takes a tenth of that. */
const COUNTED = 20_000
const TIMES_COUNTED = 500_000

/** Returns the search for first matches; `all` finds all of them. */
export function firstMatches(
  read: Reader,
  { hasFew, storedCount }: Narrowing,
  all: (search: Search) => PackedList,
): (wanted: Wanted) => Omit<Found, 'asOfSeq' | 'cost'> {
  const walked = (walk: Walk, sort: SortOrder, limit: number): readonly Place[] => {
    const found: Place[] = []
    for (const part of walk) {
      if (found.length >= limit) break
      found.push(...read.places(part, sort, limit - found.length))
    }
    return found
  }

  /** The first matches, if a few rows hold them. */
  const tried = (search: Search, limit: number): readonly Place[] | undefined => {
    const { sort } = search
    const walks = walksOf(search)?.map((walk) => walked(walk, sort, limit))
    if (walks) return walks.length === 1 ? walks.flat() : walks.flat().sort(comparing(sort)).slice(0, limit)
    const rows = briefRows(search)
    const candidates = hasFew(search, rows) ? undefined : beginning(search, rows)
    const found = candidates && read.places(candidates, sort, limit)
    return found?.length === limit ? found : undefined
  }

  const upTo = (most: number, part: Part): number => {
    const n = read.count(part, most + 1)
    return n > most ? Number.POSITIVE_INFINITY : n
  }

  /** The number of matches, infinite beyond `most`; undefined if it takes many more rows than that to tell. */
  const counted = (search: Search, most: number): number | undefined => {
    const { type, conditions, visibility, lastUpdated } = search
    const [condition, ...others] = conditions
    if (!condition && lastUpdated && most <= TIMES_COUNTED)
      return upTo(most, joined(byTimes(type, lastUpdated), isSeenBy(visibility)))
    if (!condition || others.length > 0 || visibility !== 'all' || lastUpdated || most > COUNTED) return undefined
    return upTo(most, joined(byCondition(type, condition), tests({ ...search, conditions: [] })))
  }

  return ({ search, limit, mostCounted }) => {
    const seqs = limit > 0 ? tried(search, limit)?.map(({ seq }) => seq) : []
    if (seqs && seqs.length < limit) return { seqs, total: seqs.length }
    if (seqs && mostCounted === 0) return { seqs, total: undefined }
    const total = seqs && (storedCount(search) ?? counted(search, mostCounted))
    if (seqs && total !== undefined) return { seqs, total: Number.isFinite(total) ? total : undefined }
    const whole = all(search)
    return { seqs: Array.from(whole.subarray(0, limit)), total: whole.length, whole }
  }
}
