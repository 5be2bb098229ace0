// How many rows of a search may be read where others wait for it meanwhile.
import type { Condition, Search } from '#server/fhir/store.ts'

/** Comparisons of rows with the values of conditions, which take a few milliseconds. */
const NARROW = 600
/** Comparisons that take a tenth of a second. */
const BRIEF = 50_000
/** The most rows that are read in either case. */
const [NARROW_ROWS, BRIEF_ROWS] = [300, 2000]

/** The number of values that a row is compared with to test a condition. */
export const weightOf = ({ alternatives, ranges = [] }: Condition): number => alternatives.length + ranges.length

/** The most rows that take no noticeable time. */
export const narrowRows = (search: Search): number => rowsFor(search, NARROW, NARROW_ROWS)

/** The most rows that no other search minds waiting for. */
export const briefRows = (search: Search): number => rowsFor(search, BRIEF, BRIEF_ROWS)

const rowsFor = ({ conditions }: Search, comparisons: number, most: number): number =>
  Math.min(most, Math.floor(comparisons / conditions.reduce((sum, condition) => sum + weightOf(condition), 1)))
