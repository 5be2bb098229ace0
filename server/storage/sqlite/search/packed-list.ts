// Lists of seqs as packed numbers: four bytes each while they fit, which covers the first four billion writes.

export type PackedList = Uint32Array | Float64Array

const LARGEST_32_BIT = 0xffffffff
const FIRST_ROOM = 1024

export interface Gathering {
  readonly add: (seq: number) => void
  readonly seqs: () => PackedList
}

/** Gathers seqs one by one. */
export function gathering(): Gathering {
  let seqs: PackedList = new Uint32Array(FIRST_ROOM)
  let length = 0
  return {
    add: (seq) => {
      const isTooLarge = seq > LARGEST_32_BIT && seqs instanceof Uint32Array
      if (isTooLarge || length === seqs.length) seqs = moved(seqs, seqs.length * 2, isTooLarge)
      seqs[length] = seq
      length += 1
    },
    seqs: () => seqs.subarray(0, length),
  }
}

function moved(seqs: PackedList, length: number, isWide: boolean): PackedList {
  const result = isWide || seqs instanceof Float64Array ? new Float64Array(length) : new Uint32Array(length)
  result.set(seqs)
  return result
}

/** The same seqs in ascending order, each once. */
export function sorted(seqs: PackedList): PackedList {
  if (isAscending(seqs)) return seqs
  const all = seqs.slice().sort()
  let length = 0
  for (const seq of all) {
    if (length > 0 && all[length - 1] === seq) continue
    all[length] = seq
    length += 1
  }
  return all.subarray(0, length)
}

function isAscending(seqs: PackedList): boolean {
  for (let at = 1; at < seqs.length; at += 1) if ((seqs[at] ?? 0) <= (seqs[at - 1] ?? 0)) return false
  return true
}

/** What two ascending lists share, in the room of the first. */
export function intersection(some: PackedList, others: PackedList): PackedList {
  let [length, other] = [0, 0]
  for (const seq of some) {
    while (other < others.length && (others[other] ?? 0) < seq) other += 1
    if (others[other] !== seq) continue
    some[length] = seq
    length += 1
  }
  return some.subarray(0, length)
}

/** The position of a seq in an ascending list; -1 if it is not there. */
export function positionIn(seqs: PackedList, seq: number): number {
  let [low, high] = [0, seqs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((seqs[middle] ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return seqs[low] === seq ? low : -1
}
