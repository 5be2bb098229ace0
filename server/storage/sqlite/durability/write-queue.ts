// Writes that have to be made before anybody is told, and not before: those of all who wait at that moment are made together.

export interface WriteQueue {
  /**
   * Has `write` called before anybody who waits for `durable` is told, and soon in any case; once, however often it is
   * asked for until then. It must not throw.
   */
  readonly enqueue: (write: () => void) => void
  /** Makes what is owed now. */
  readonly flush: () => void
  /** Whether anything is owed. */
  readonly isPending: () => boolean
}

/** For those whom nobody waits for: long enough to write a burst at once. */
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
