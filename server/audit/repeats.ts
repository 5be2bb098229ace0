// Of what repeats without end, the first in each minute: a limit on requests must not become a way to fill the disk. What is left
// out is counted, and told once the minute is over: by the next one of the same caller, or else by an event of its own.
import { LRUCache } from 'lru-cache'
import { type Clock, MINUTE } from '#lib/clock.ts'

/** Callers that are remembered; beyond, the one heard of longest ago is told and forgotten. */
const CALLERS = 10_000

export interface Repeats<Caller> {
  /**
   * How many were left out since the caller's last one that was kept, where this one is to be kept; undefined where it is
   * left out, too. `who` describes the caller, and is asked once a minute at most.
   */
  readonly keep: (key: string, who: () => Caller) => number | undefined
  /** Tells all that was not told yet: nobody comes any more. */
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
  const callers = new LRUCache<string, Seen<Caller>>({
    max: CALLERS,
    dispose: (seen, _key, reason) => reason === 'evict' && tellOf(seen),
  })
  let timer: NodeJS.Timeout | undefined

  const tellOver = () => {
    timer = undefined
    const over = clock() - MINUTE
    let left = false
    for (const seen of callers.values()) {
      if (seen.at <= over) tellOf(seen)
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
      if (seen && clock() < seen.at + MINUTE) {
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
