// The resources that meet all conditions of a wide search, as packed lists: what each condition finds is read once, the
// narrowest first, and intersected. Only a short list is left to tests of its rows.
import type { Condition, Search } from '#server/fhir/store.ts'
import type { Narrowing } from './narrowing.ts'
import { intersection, type PackedList, sorted } from './packed-list.ts'
import type { Reader } from './reader.ts'
import { weightOf } from './row-budget.ts'
import { keysOf, originKeys } from './sql.ts'

/** Comparisons of rows with values that take less time than reading what a condition finds. */
const MOST_TESTS = 2000

export interface Candidates {
  /** In ascending order. Contains versions that were superseded, too. */
  readonly seqs: PackedList
  /** The conditions that are still to be tested. */
  readonly untested: readonly Condition[]
}

/** Undefined for a search without conditions by everybody, for which all resources of the type are candidates. */
export function candidatesOf(read: Reader, { byRows }: Narrowing, search: Search): Candidates | undefined {
  const { type, visibility } = search
  let seqs: PackedList | undefined
  const narrow = (keys: PackedList) => {
    seqs = seqs ? intersection(seqs, sorted(keys)) : sorted(keys)
  }
  const ordered = byRows(search)
  if (visibility !== 'all' && ordered.seenFirst) narrow(read.gathered(originKeys(type, visibility.origins)))
  for (const [at, condition] of ordered.conditions.entries()) {
    const isShort = seqs !== undefined && seqs.length * weightOf(condition) <= MOST_TESTS
    if (seqs && isShort) return { seqs, untested: ordered.conditions.slice(at) }
    narrow(read.gathered(keysOf(type, condition)))
  }
  return seqs && { seqs, untested: [] }
}
