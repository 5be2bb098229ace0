// All matches of a search as of a seq, in order, as numbers in memory, for access to any offset in one step. One walk
// over the current matches builds a list. Later changes update it, forwards and backwards in time.
import type { IndexOrder, Search, SearchCost, SortOrder } from '#server/fhir/store.ts'
import type { SearchIndex } from './index.ts'
import { comparing } from './index-order.ts'
import type { PackedList } from './packed-list.ts'
import type { Place } from './reader.ts'

/** The seqs of the matching versions, in the order of `search.sort`. Shared by all threads; never changed. */
export interface List {
  readonly asOfSeq: number
  readonly seqs: PackedList
  /** What it took to make it, where a first page did. */
  readonly cost?: SearchCost | undefined
}

/** The most changes for which a list is updated rather than rebuilt. */
const MOST_CHANGES = 5000
const LARGEST_32_BIT = 0xffffffff

/** Lists in an index order are stored in one of two orders; the other two are their reverses. */
const STORED_AS: Readonly<Record<IndexOrder, IndexOrder>> = {
  _lastUpdated: '-_lastUpdated',
  '-_lastUpdated': '-_lastUpdated',
  _id: '_id',
  '-_id': '_id',
}

/** The order in which the list of a search is stored: its own or the reverse. */
export const listSort = (sort: SortOrder): SortOrder => (typeof sort === 'string' ? STORED_AS[sort] : sort)

/** The list as of a seq, or as of now. `base` is a list of the same search as of another seq. */
export const listOf = (index: SearchIndex, search: Search, asOfSeq: number | undefined, base?: List): List =>
  index.consistently(() => {
    // What was superseded before the horizon is not found any more.
    const isKnown = base && base.asOfSeq >= index.horizon()
    if (isKnown && asOfSeq !== undefined && Math.abs(base.asOfSeq - asOfSeq) <= MOST_CHANGES)
      return moved(index, search, base, asOfSeq)
    const now = { asOfSeq: index.currentSeq(), seqs: packed(index.all(search)) }
    return moved(index, search, now, asOfSeq ?? now.asOfSeq)
  })

/** A list, moved to another seq, earlier or later. */
function moved(index: SearchIndex, search: Search, base: List, asOfSeq: number): List {
  if (base.asOfSeq === asOfSeq) return base
  const later = asOfSeq > base.asOfSeq
  const changes = later ? index.changes(search, base.asOfSeq, asOfSeq) : index.changes(search, asOfSeq, base.asOfSeq)
  const { gone, come } = later ? changes : { gone: changes.come, come: changes.gone }
  const seqs = gone.length + come.length === 0 ? base.seqs : merged(index, search.sort, base.seqs, gone, come)
  return { asOfSeq, seqs }
}

function merged(
  index: SearchIndex,
  sort: SortOrder,
  seqs: PackedList,
  gone: readonly Place[],
  come: readonly Place[],
): PackedList {
  const length = seqs.length + come.length - gone.length
  const result = room(length, seqs instanceof Float64Array || come.some(({ seq }) => seq > LARGEST_32_BIT))
  const steps = [...gone.map((place) => ({ place, gone: true })), ...come.map((place) => ({ place, gone: false }))]
  steps.sort((a, b) => comparing(sort)(a.place, b.place))
  let [from, at] = [0, 0]
  const keepUpTo = (end: number) => {
    result.set(seqs.subarray(from, end), at)
    at += end - from
    from = end
  }
  for (const step of steps) {
    keepUpTo(placeFor(index, sort, seqs, step.place, from))
    if (step.gone && seqs[from] !== step.place.seq)
      throw new Error('A list does not fit the changes since it was made.')
    if (step.gone) from += 1
    else {
      result[at] = step.place.seq
      at += 1
    }
  }
  keepUpTo(seqs.length)
  return result
}

/** The first position, from `from` onwards, whose row does not come before the given one. */
function placeFor(index: SearchIndex, sort: SortOrder, seqs: PackedList, place: Place, from: number): number {
  const compare = comparing(sort)
  let [low, high] = [from, seqs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = index.placeOf(seqs[middle] ?? 0, sort)
    if (there && compare(there, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The numbers in the packed representation of a list. */
export function packed(seqs: PackedList): PackedList {
  const result = room(seqs.length, seqs instanceof Float64Array)
  result.set(seqs)
  return result
}

/** Two parts of a list as one. */
export function joined(first: PackedList, rest: PackedList): PackedList {
  const result = room(first.length + rest.length, first instanceof Float64Array || rest instanceof Float64Array)
  result.set(first)
  result.set(rest, first.length)
  return result
}

/** Four bytes per number while seqs fit, which covers the first four billion writes. */
const room = (length: number, wide: boolean): PackedList =>
  wide
    ? new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT))
    : new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT))
