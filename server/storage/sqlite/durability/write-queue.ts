// Write-behind queue: collects writes that must be made before an answer is sent, and makes them together before the
// next flush.

export interface WriteQueue {
  /**
   * Schedules `write` before the next `durable` resolves, and soon in any case. A write that is enqueued repeatedly
   * until then runs once. It must not throw.
   */
  readonly enqueue: (write: () => void) => void
  /** Makes the enqueued writes now. */
  readonly flush: () => void
  /** True while there are enqueued writes. */
  readonly isPending: () => boolean
}

/** The delay for writes that no request waits for: long enough to collect a burst. */
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
