// Counts by the minute, from the first of a caller on, at once: for what cannot wait for the answer of lib/http/limiter.ts, or counts by
// its outcome.
import { type Clock, MINUTE, SECOND } from './clock.ts'
import { recentlyUsed } from './recently-used.ts'

export interface MinuteCount {
  /** Seconds until a caller may go on; 0 when it may. */
  readonly wait: (caller: string) => number
  readonly add: (caller: string) => void
}

/** Lets each caller go on `most` times a minute, and forgets the one that was not seen for longest when there are many. */
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
