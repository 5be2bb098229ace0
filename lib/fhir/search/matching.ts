// Decides in memory whether a search finds a version, by its indexed values. server/storage/sqlite/search/sql.ts makes the
// same comparisons in SQL.
import type { FoundValue, IndexedValue } from './parameter.ts'
import type { Condition, Search, ValueRange, Visibility } from './search.ts'

/** The values of one version, by parameter. */
export type ValuesByParam = ReadonlyMap<string, readonly IndexedValue[]>

/** The values of a version, in groups of one parameter. */
export function byParam(values: readonly IndexedValue[]): ValuesByParam {
  const found = new Map<string, IndexedValue[]>()
  for (const value of values) {
    const same = found.get(value.param)
    if (same) same.push(value)
    else found.set(value.param, [value])
  }
  return found
}

/** What a search compares of a version, beside its values. */
export interface Searched {
  readonly type: string
  readonly id: string
  /** Epoch milliseconds. */
  readonly lastUpdated: number
  readonly origin: string | undefined
}

/** True when the search would have found this version while it was current. */
export function isFoundBy(
  { type, conditions, visibility, ids, lastUpdated }: Search,
  version: Searched,
  values: ValuesByParam,
): boolean {
  if (version.type !== type || !isVisible(visibility, version.origin)) return false
  if (ids && !ids.includes(version.id)) return false
  if (lastUpdated && !lastUpdated.some(({ from, to }) => version.lastUpdated >= from && version.lastUpdated < to))
    return false
  return conditions.every((condition) => isMet(condition, values))
}

const isVisible = (visibility: Visibility, origin: string | undefined): boolean =>
  visibility === 'all' || (origin !== undefined && visibility.origins.includes(origin))

const NOTHING: readonly IndexedValue[] = []

function isMet({ param, alternatives, ranges }: Condition, values: ValuesByParam): boolean {
  if (ranges) return ranges.some((range) => (values.get(range.param) ?? NOTHING).some((value) => liesIn(range, value)))
  const found = values.get(param) ?? NOTHING
  return alternatives.some(({ system, value }) =>
    found.some((one) => one.value === value && (system === undefined || one.system === system)),
  )
}

const liesIn = ({ from, to, endFrom, endTo }: ValueRange, { system, value }: FoundValue): boolean =>
  compared(value, from) >= 0 && compared(value, to) < 0 && compared(system, endFrom) >= 0 && compared(system, endTo) < 0

/** Compares two texts by their UTF-8 bytes, as the database does; JavaScript compares UTF-16 units. */
export function compared(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index += 1) {
    const difference = inByteOrder(one.charCodeAt(index)) - inByteOrder(other.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

const [FIRST_SURROGATE, AFTER_SURROGATES] = [0xd800, 0xe000]
const [SURROGATES, BEHIND_SURROGATES] = [0x800, 0x2000]

/** Surrogates stand for characters beyond U+FFFF, which sort after all others. */
function inByteOrder(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit
  return unit < AFTER_SURROGATES ? unit + BEHIND_SURROGATES : unit - SURROGATES
}
