// Puts many matches in order without sorting rows: an index is walked in its order, and what is no candidate is passed
// over. Of each candidate it holds some numbers and no text.
import type { IndexOrder, Search, ValueKey, ValueOrder } from '#server/fhir/store.ts'
import { gathering, type PackedList, positionIn, sorted } from './packed-list.ts'
import type { Reader } from './reader.ts'
import { byTime, CAN_BE_STOPPED, isSeenBy, joined, stretches, walkAll, walkVersions } from './sql.ts'

/** The current, visible resources among the candidates, or all without candidates, in the order of the search. */
export function inOrder(read: Reader, search: Search, candidates: PackedList | undefined): PackedList {
  const { sort } = search
  const found = newestFirst(read, search, candidates)
  if (typeof sort === 'string') return byIndex(read, search, sort, found)
  return byValues(read, search.type, sort, byIndex(read, search, sort.ties, found))
}

function newestFirst(
  read: Reader,
  { type, visibility, lastUpdated }: Search,
  candidates: PackedList | undefined,
): PackedList {
  const found = gathering()
  for (const stretch of stretches('-_lastUpdated', lastUpdated))
    read.each(
      joined(walkAll(type, '-_lastUpdated'), stretch, isSeenBy(visibility), CAN_BE_STOPPED),
      '-_lastUpdated',
      (seq) => {
        if (!candidates || positionIn(candidates, seq) >= 0) found.add(seq)
      },
    )
  return found.seqs()
}

function byIndex(read: Reader, { type }: Search, sort: IndexOrder, newest: PackedList): PackedList {
  const seqs = byTime(sort) ? newest : byId(read, type, newest)
  return sort === '_lastUpdated' || sort === '-_id' ? seqs.reverse() : seqs
}

function byId(read: Reader, type: string, matches: PackedList): PackedList {
  const [wanted, found] = [sorted(matches), gathering()]
  read.each(walkVersions(type), '_id', (seq) => {
    if (positionIn(wanted, seq) >= 0) found.add(seq)
  })
  return found.seqs()
}

/** Matches in the order of their values; what is equal stays as it was. */
function byValues(read: Reader, type: string, { by }: ValueOrder, matches: PackedList): PackedList {
  const wanted = sorted(matches)
  let places = Uint32Array.from(matches, (seq) => positionIn(wanted, seq))
  for (const key of [...by].reverse()) places = stably(places, ranksOf(read, type, key, wanted))
  return matches.map((_, at) => wanted[places[at] ?? 0] ?? 0)
}

interface Ranks {
  readonly of: Uint32Array
  readonly last: number
}

/** The rank of each match among the values: of its first one; the last for a match without a value. */
function ranksOf(read: Reader, type: string, key: ValueKey, wanted: PackedList): Ranks {
  const of = new Uint32Array(wanted.length)
  let rank = 0
  let last: string | undefined
  read.eachValue(type, key, (value, seq) => {
    const place = positionIn(wanted, seq)
    if (place < 0 || of[place] !== 0) return
    if (value !== last) rank += 1
    last = value
    of[place] = rank
  })
  return { of: of.map((one) => one || rank + 1), last: rank + 1 }
}

/** Sorts places by their rank in two passes. */
function stably(places: Uint32Array<ArrayBuffer>, { of, last }: Ranks): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(last + 2)
  for (const rank of of) next[rank + 1] = (next[rank + 1] ?? 0) + 1
  for (let rank = 1; rank < next.length; rank += 1) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const result = new Uint32Array(places.length)
  for (const place of places) {
    const rank = of[place] ?? 0
    const at = next[rank] ?? 0
    result[at] = place
    next[rank] = at + 1
  }
  return result
}
