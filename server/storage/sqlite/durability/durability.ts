// Group commit: makes commits survive a power failure. SQLite commits into its write-ahead log without waiting for the
// disk (synchronous=NORMAL). This module flushes the log off the event loop, once for all requests that wait at that
// moment.
import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Database as Sqlite } from 'better-sqlite3'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { tellFlushed } from '#lib/telemetry.ts'
import type { WriteQueue } from './write-queue.ts'

const sync = promisify(fdatasync)

export interface Durability {
  /**
   * Resolves when every commit made before the call, and every write owed at that time, is on the disk. Rejects with
   * StorageUnavailable if the disk fails. Costs nothing if the connection has written nothing since the last flush.
   */
  readonly durable: () => Promise<void>
  /** Resolves when the flush that is under way has ended, well or not; at once if none is. */
  readonly flushed: () => Promise<void>
  readonly close: () => void
}

interface Flushing {
  /** Flushes a file, given its descriptor. */
  readonly toDisk?: (descriptor: number) => Promise<void>
  /**
   * Deferred writes of this connection. They are made when a flush begins, once for all callers waiting for that flush.
   */
  readonly owed?: Pick<WriteQueue, 'flush' | 'isPending'>
}

const NOTHING_OWED: Required<Flushing>['owed'] = { flush: () => undefined, isPending: () => false }

/** For a connection to a database file in WAL mode. */
export function durability(
  sql: Sqlite,
  file: string,
  { toDisk = sync, owed = NOTHING_OWED }: Flushing = {},
): Durability {
  const changes = sql.prepare<[], number>('SELECT total_changes()').pluck()
  let durableAt = changes.get()
  /** The changes that the last flush to begin covers. */
  let covered = durableAt
  let descriptor: number | undefined
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined

  const flush = async (): Promise<void> => {
    const waiting = owed.flush()
    if (waiting) await waiting
    const covers = changes.get()
    covered = covers
    // SQLite uses one log file for as long as a connection is open, and overwrites it in place.
    descriptor ??= openSync(`${file}-wal`, 'r+')
    const startedAt = performance.now()
    let failed = true
    try {
      await toDisk(descriptor)
      failed = false
    } finally {
      tellFlushed({ seconds: (performance.now() - startedAt) / 1000, failed })
    }
    durableAt = covers
  }

  const started = (): Promise<void> => {
    running = flush().finally(() => {
      running = undefined
    })
    return running
  }

  /** A flush that began before the caller's commit misses it; the next one does not. */
  const next = (): Promise<void> => {
    if (!running) return started()
    if (!owed.isPending() && changes.get() === covered) return running
    waiting ??= running
      .catch(() => undefined) // The callers waiting for it have received the error.
      .then(() => {
        waiting = undefined
        return started()
      })
    return waiting
  }

  const durable = async (): Promise<void> => {
    if (!owed.isPending() && changes.get() === durableAt) return
    try {
      await next()
    } catch (cause) {
      const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'
      throw new StorageUnavailable('The disk did not take what was written.', { cause, isFull })
    }
  }

  return {
    durable,
    flushed: async () => running?.catch(() => undefined), // Those who wait for it have received the error.
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor)
    },
  }
}
