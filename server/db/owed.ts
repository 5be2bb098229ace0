// Writes that have to be made before anybody is told, and not before: those of all who wait at that moment are made together.

export interface Owed {
  /**
   * Has `write` called before anybody who waits for `settled` is told, and soon in any case; once, however often it is
   * asked for until then. It must not throw.
   */
  readonly owe: (write: () => void) => void
  /** Makes what is owed now. */
  readonly pay: () => void
  /** Whether anything is owed. */
  readonly isDue: () => boolean
}

/** For those whom nobody waits for: long enough to write a burst at once. */
const PAY_AFTER_MS = 25

export function owed(): Owed {
  const writes = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  const pay = (): void => {
    if (writes.size === 0) return
    clearTimeout(timer)
    timer = undefined
    const due = [...writes]
    writes.clear()
    for (const write of due) write()
  }
  return {
    owe: (write) => {
      writes.add(write)
      timer ??= setTimeout(pay, PAY_AFTER_MS).unref()
    },
    pay,
    isDue: () => writes.size > 0,
  }
}
