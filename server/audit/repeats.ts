// Limits repeated events to the first in each minute, because a rate limit must not become a way to fill the disk.
// Omitted events are counted. After the minute the count is recorded with the caller's next event, or in its own event.

import { type Clock, MINUTE } from '#lib/clock.ts'
import { recentlyUsed } from '#lib/recently-used.ts'

/** Remembered callers. Beyond this number, the least recently seen one is reported and forgotten. */
const CALLERS = 10_000

export interface Repeats<Caller> {
  /**
   * For an event to record: the number omitted since the caller's last recorded event. Undefined for an event to omit.
   * `who` describes the caller and is called at most once a minute.
   */
  readonly keep: (key: string, who: () => Caller) => number | undefined
  /** Reports all outstanding counts when the process ends. */
  readonly close: () => void
}

interface Seen<Caller> {
  readonly at: number
  leftOut: number
  who: Caller | undefined
}

/** `tell` must not throw. */
export function repeats<Caller>(clock: Clock, tell: (who: Caller, leftOut: number) => void): Repeats<Caller> {
  const tellOf = (seen: Seen<Caller>) => {
    if (seen.leftOut > 0 && seen.who !== undefined) tell(seen.who, seen.leftOut)
    seen.leftOut = 0
  }
  /** A clock that was set back ends the minute, too: otherwise it would last until the clock has caught up. */
  const isOver = ({ at }: Seen<Caller>) => Math.abs(clock() - at) >= MINUTE
  const callers = recentlyUsed<Seen<Caller>>(CALLERS, (seen, _key, reason) => reason === 'evict' && tellOf(seen))
  let timer: NodeJS.Timeout | undefined

  const tellOver = () => {
    timer = undefined
    let left = false
    for (const seen of callers.values()) {
      if (isOver(seen)) tellOf(seen)
      left ||= seen.leftOut > 0
    }
    if (left) wait()
  }
  const wait = () => {
    timer ??= setTimeout(tellOver, MINUTE).unref()
  }

  return {
    keep: (key, who) => {
      const seen = callers.get(key)
      if (seen && !isOver(seen)) {
        seen.leftOut += 1
        seen.who ??= who()
        wait()
        return undefined
      }
      callers.set(key, { at: clock(), leftOut: 0, who: undefined })
      return seen?.leftOut ?? 0
    },
    close: () => {
      clearTimeout(timer)
      timer = undefined
      for (const seen of callers.values()) tellOf(seen)
    },
  }
}
