// Write-behind queue: collects writes that must be made before an answer is sent, and makes them together before the
// next flush.
import type { Maybe } from '#lib/async/maybe.ts'
import type { Sqlite } from '../file/connection.ts'
import { isBusy } from '../file/unavailable.ts'
import { againWhenFree } from './busy-retry.ts'

export interface WriteQueue {
  /**
   * Schedules `write` before the next `durable` resolves, and soon in any case. A write that is enqueued repeatedly
   * until then runs once. One that throws is lost, and `failed` gets the error; while another process writes, it waits.
   */
  readonly enqueue: (write: () => void, failed: (error: unknown) => void) => void
  /** Makes the enqueued writes: now, unless another process writes. Never rejects. */
  readonly flush: () => Maybe<void>
  /** True while there are enqueued writes. */
  readonly isPending: () => boolean
}

/** For a connection that nobody else waits for: each write is made at once. */
export const AT_ONCE: Pick<WriteQueue, 'enqueue' | 'flush'> = {
  enqueue: (write, failed) => {
    try {
      write()
    } catch (error) {
      failed(error)
    }
  },
  flush: () => undefined,
}

/** The delay for writes that no request waits for: long enough to collect a burst. */
const FLUSH_AFTER_MS = 25

/** The queue of a connection. */
export function writeQueue(sql: Sqlite): WriteQueue {
  const writes = new Map<() => void, (error: unknown) => void>()
  let timer: NodeJS.Timeout | undefined
  /** Resolves once another process lets these writes be made. */
  let waiting: Promise<void> | undefined

  const makeAll = (): void => {
    for (const [write, failed] of writes) {
      try {
        write()
      } catch (error) {
        if (isBusy(error)) throw error
        failed(error)
      }
      writes.delete(write)
    }
  }

  const later = async (error: unknown): Promise<void> => {
    try {
      await againWhenFree(sql, error, makeAll)
    } catch (cause) {
      const lost = [...writes.values()]
      writes.clear()
      for (const failed of lost) failed(cause)
    }
    waiting = undefined
  }

  const flush = (): Maybe<void> => {
    if (waiting) return waiting.then(flush)
    clearTimeout(timer)
    timer = undefined
    try {
      makeAll()
    } catch (error) {
      waiting = later(error)
    }
    return waiting
  }

  return {
    enqueue: (write, failed) => {
      writes.set(write, failed)
      timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref()
    },
    flush,
    isPending: () => writes.size > 0,
  }
}
