// Whether the clock can be believed. One that leaps ahead makes everything look expired; were used ids then taken away and the
// clock set right again, they could be used a second time. So nothing is purged until the clock has gone evenly for longer
// than anything that is used once lives.
import { type Clock, MINUTE, SECOND } from '#lib/clock.ts'

/** Assertions and launch tokens live five minutes, and a minute of skew. */
const EVENLY_FOR_MS = 10 * MINUTE
/** What a clock may be slewed by between two looks. */
const TOLERANCE_MS = 5 * SECOND

/** Looks at the clock beside the time that has passed since the process began (milliseconds); call it now and then. */
export function clockMonitor(clock: Clock, elapsed: () => number = () => performance.now()): () => boolean {
  let last = { clock: clock(), elapsed: elapsed() }
  let evenSince = last.elapsed
  return () => {
    const now = { clock: clock(), elapsed: elapsed() }
    const leap = now.clock - last.clock - (now.elapsed - last.elapsed)
    last = now
    if (Math.abs(leap) > TOLERANCE_MS) evenSince = now.elapsed
    return now.elapsed - evenSince >= EVENLY_FOR_MS
  }
}
