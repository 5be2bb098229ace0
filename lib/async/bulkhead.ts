// A gate before work that is dear: so many at a time, so many that wait, and nobody else. Whoever comes when the places are
// taken hears so at once, which is better than an answer that nobody waits for any more.

import { StorageUnavailable } from '../storage-unavailable.ts'
import { tellBulkhead } from '../telemetry.ts'

export interface Bulkhead {
  /** Does work when its turn has come. Throws StorageUnavailable, at once, when no place is left for this source. */
  readonly run: <Result>(source: string, work: () => Promise<Result>) => Promise<Result>
}

interface BulkheadBounds {
  /** What whoever counts calls it. */
  readonly name: string
  /** Pieces of work at the same time. */
  readonly atOnce: number
  /** Pieces of work that wait for their turn. */
  readonly waiting: number
  /** Places, at work and waiting, that one source can take; half of them unless told, so that the others find some. */
  readonly perSource?: number
}

/** A gate of this process; turns are given in the order of coming. */
export function bulkhead({
  name,
  atOnce,
  waiting,
  perSource = Math.ceil((atOnce + waiting) / 2),
}: BulkheadBounds): Bulkhead {
  const places = new Map<string, number>()
  const queue: (() => void)[] = []
  let taken = 0
  let working = 0

  const tell = (refused = false) => tellBulkhead({ gate: name, running: working, waiting: taken - working, refused })

  const enter = (source: string): void => {
    const own = places.get(source) ?? 0
    if (taken >= atOnce + waiting || own >= perSource) {
      tell(true)
      throw new StorageUnavailable('Too much of this is asked at once.')
    }
    places.set(source, own + 1)
    taken += 1
  }

  const leave = (source: string): void => {
    const own = (places.get(source) ?? 0) - 1
    if (own > 0) places.set(source, own)
    else places.delete(source)
    taken -= 1
  }

  const turn = async (): Promise<void> => {
    const isFree = working < atOnce
    if (isFree) working += 1
    tell()
    if (!isFree) await new Promise<void>((resolve) => queue.push(resolve)) // Whoever leaves hands its turn on.
  }

  const endTurn = (): void => {
    const next = queue.shift()
    if (next) next()
    else working -= 1
  }

  return {
    run: async (source, work) => {
      enter(source)
      await turn()
      try {
        return await work()
      } finally {
        endTurn()
        leave(source)
        tell()
      }
    },
  }
}
