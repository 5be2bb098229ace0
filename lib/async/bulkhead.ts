// A semaphore with a bounded queue in front of expensive work. A caller that finds all places taken is refused immediately, which
// is better than an answer after the client has given up.

import { StorageUnavailable } from '../storage-unavailable.ts'
import { tellBulkhead } from '../telemetry.ts'

/** A semaphore with a bounded queue, and a share of it for each source. */
export interface Bulkhead {
  /** Runs `work` when a place is free. Throws StorageUnavailable immediately when the queue has no place for this source. */
  readonly run: <Result>(source: string, work: () => Promise<Result>) => Promise<Result>
}

interface BulkheadBounds {
  /** The name in metrics. */
  readonly name: string
  /** Pieces of work at the same time. */
  readonly atOnce: number
  /** The length of the queue. */
  readonly waiting: number
  /** The most places, running and queued, for one source; by default half of all, so that other sources find some. */
  readonly perSource?: number
}

/** A bulkhead of this process; its queue is first in, first out. */
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
    if (!isFree) await new Promise<void>((resolve) => queue.push(resolve)) // A finishing call resolves the next one.
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
