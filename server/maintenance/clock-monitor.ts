// Detects clock jumps. A clock that leaps ahead makes everything look expired; if used ids were then deleted and the
// clock set right again, they could be used a second time. So nothing is purged until the clock has run evenly for
// longer than the lifetime of any single-use value.
import { type Clock, MINUTE, SECOND } from '#lib/clock.ts'

/** Assertions and launch tokens live five minutes, and a minute of skew. */
const EVENLY_FOR_MS = 10 * MINUTE
/** Accepted drift between two looks, for a clock that is being slewed. */
const TOLERANCE_MS = 5 * SECOND

/** Compares the clock with the time that has passed since the process began (milliseconds); call it regularly. */
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
