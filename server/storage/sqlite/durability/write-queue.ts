// Write-behind queue: writes that have to be made before an answer leaves are collected, and made together before the next flush.

export interface WriteQueue {
  /**
   * Schedules `write` before the next `durable` resolves, and soon in any case; once, however often it is enqueued until then. It
   * must not throw.
   */
  readonly enqueue: (write: () => void) => void
  /** Makes what is owed now. */
  readonly flush: () => void
  /** True while there are enqueued writes. */
  readonly isPending: () => boolean
}

/** For writes that no request waits for: long enough to write a burst together. */
const FLUSH_AFTER_MS = 25

export function writeQueue(): WriteQueue {
  const writes = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (writes.size === 0) return
    clearTimeout(timer)
    timer = undefined
    const due = [...writes]
    writes.clear()
    for (const write of due) write()
  }
  return {
    enqueue: (write) => {
      writes.add(write)
      timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref()
    },
    flush,
    isPending: () => writes.size > 0,
  }
}
