// Conditions that another one implies, and equal ones: they change nothing, and each would be looked up (conformance
// FBO-03).
import type { Condition } from '../store.ts'
import { liesWithin } from './search-value.ts'

/** The most values that are compared with each other, which takes a millisecond. Equal conditions are found among more. */
const MOST_COMPARED = 500

/** The conditions without those that others imply. */
export function withoutImplied(conditions: readonly Condition[]): readonly Condition[] {
  const different = [...new Map(conditions.map((one) => [JSON.stringify(one), one])).values()]
  const values = different.reduce((sum, { alternatives, ranges = [] }) => sum + alternatives.length + ranges.length, 0)
  if (values > MOST_COMPARED) return different
  const isImplied = (one: Condition, at: number) =>
    different.some((other, n) => n !== at && implies(other, one) && (n < at || !implies(one, other)))
  return different.filter((one, at) => !isImplied(one, at))
}

/** True if everything that meets the first condition meets the second. */
function implies(first: Condition, second: Condition): boolean {
  if (first.ranges || second.ranges)
    return first.ranges?.every((one) => second.ranges?.some((other) => liesWithin(one, other))) ?? false
  return (
    first.param === second.param &&
    first.alternatives.every(({ system, value }) =>
      second.alternatives.some((other) => other.value === value && (other.system ?? system) === system),
    )
  )
}
