// The clock port: a function, so that a test can hold time still.

/** The current time in epoch milliseconds. */
export type Clock = () => number

/** The machine's clock, in epoch milliseconds. */
export const systemClock: Clock = () => Date.now()

/** Epoch milliseconds to the NumericDate of RFC 7519 §2 (whole seconds). */
export const numericDate = (ms: number): number => Math.floor(ms / 1000)

/** Seconds since 1970 do not get so large before the year 5138; today's milliseconds are larger. */
const FEWEST_MILLISECONDS = 1e11

/** True for a time in milliseconds where a NumericDate should be: the usual slip in languages whose clocks count in them. */
export const isInMilliseconds = (date: number): boolean => date >= FEWEST_MILLISECONDS

/** True while a period lasts. */
export type Period = () => boolean

/**
 * A period of `ms` milliseconds that begins now. A clock that is set back to before its beginning ends it, too: otherwise
 * what was to be remembered for a minute would be remembered until the clock has caught up.
 */
export function periodFrom(clock: Clock, ms: number): Period {
  const begun = clock()
  return () => {
    const age = clock() - begun
    return age >= 0 && age < ms
  }
}

/** A period that is over. */
export const OVER: Period = () => false

/** In milliseconds. */
export const SECOND = 1000
/** In milliseconds. */
export const MINUTE = 60 * SECOND
/** In milliseconds. */
export const HOUR = 60 * MINUTE
/** In milliseconds; 24 hours, whatever the time zone does. */
export const DAY = 24 * HOUR

/** How far the clock of a process may be from that of the database, and so from those of other processes, to be ready. */
export const MOST_APART_MS = 2 * SECOND
