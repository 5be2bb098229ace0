// Counts per minute, starting with a caller's first request, synchronously: for callers that cannot wait for
// lib/http/limiter.ts, or that count depending on the outcome.
import { type Clock, MINUTE, SECOND } from './clock.ts'
import { recentlyUsed } from './recently-used.ts'

/** A count for each caller, within a minute of its first request. */
export interface MinuteCount {
  /** Seconds until a caller may proceed; 0 when it may now. */
  readonly wait: (caller: string) => number
  readonly add: (caller: string) => void
}

/** Allows each caller `most` times a minute. When there are many callers, the least recently seen one is forgotten. */
export function minuteCount(clock: Clock, most: number, mostCallers = 10_000): MinuteCount {
  const minutes = recentlyUsed<{ readonly startedAt: number; count: number }>(mostCallers)
  const current = (caller: string) => {
    const minute = minutes.get(caller)
    const age = minute ? clock() - minute.startedAt : MINUTE
    return age >= 0 && age < MINUTE ? minute : undefined // The clock may have been set back.
  }
  return {
    wait: (caller) => {
      const minute = current(caller)
      return minute && minute.count >= most ? Math.ceil((minute.startedAt + MINUTE - clock()) / SECOND) : 0
    },
    add: (caller) => {
      const minute = current(caller)
      if (minute) minute.count += 1
      else minutes.set(caller, { startedAt: clock(), count: 1 })
    },
  }
}
