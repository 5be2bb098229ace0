// Goes on from what a search has found a moment ago: only what was written since is compared with its conditions.
import type { FoundAhead, SortOrder } from '#server/fhir/store.ts'
import { seqOf } from '../resources/moment.ts'
import type { Found, Wanted } from './first-matches.ts'
import type { SearchIndex } from './index.ts'
import { comparing } from './index-order.ts'
import type { Place } from './reader.ts'
import type { RecentChanges } from './recent-changes.ts'

/** The most versions written since: more are not held in memory. */
const MOST_CHANGES = 2000

/**
 * The first matches as of now. Undefined if what was found `before` does not tell, because too much was written since, or
 * too little of it is left.
 */
export function foundSince(
  { index, recent }: { readonly index: SearchIndex; readonly recent: RecentChanges },
  { search, limit }: Wanted,
  before: FoundAhead,
): Found | undefined {
  const [asOfSeq, then] = [index.currentSeq(), seqOf(before.asOfSeq)]
  if (asOfSeq === then) return { asOfSeq, seqs: before.seqs.slice(0, limit), total: before.total }
  if (asOfSeq - then > MOST_CHANGES || then < index.horizon()) return undefined
  const { gone, come: seqs } = recent.since(search, then)
  const come = inOrder(index, search.sort, seqs)
  const left = without(before.seqs, gone)
  const last = before.isWhole ? undefined : index.placeOf(before.seqs.at(-1) ?? 0, search.sort)
  // Behind the last one known, others may come first.
  const placed = before.isWhole ? come : come.filter((place) => last && comparing(search.sort)(place, last) < 0)
  const found = merged(index, search.sort, left, placed.slice(0, limit)).slice(0, limit)
  if (!before.isWhole && found.length < limit) return undefined
  const total = before.total === undefined ? undefined : before.total - gone.length + come.length
  return { asOfSeq, seqs: found, total }
}

const inOrder = (index: SearchIndex, sort: SortOrder, seqs: readonly number[]): readonly Place[] =>
  seqs.flatMap((seq) => index.placeOf(seq, sort) ?? []).sort(comparing(sort))

const without = (seqs: readonly number[], gone: readonly number[]): readonly number[] =>
  gone.length === 0 ? seqs : seqs.filter((seq) => !gone.includes(seq))

/** Both in one order; `places` are in it. */
function merged(index: SearchIndex, sort: SortOrder, seqs: readonly number[], places: readonly Place[]): number[] {
  const compare = comparing(sort)
  const all = [...seqs]
  let from = 0
  for (const place of places) {
    let [low, high] = [from, all.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const there = index.placeOf(all[middle] ?? 0, sort)
      if (there && compare(there, place) < 0) low = middle + 1
      else high = middle
    }
    all.splice(low, 0, place.seq)
    from = low + 1
  }
  return all
}
