// The clock port: a function, so that a test can hold time still.

/** The current time in epoch milliseconds. */
export type Clock = () => number

/** The machine's clock, in epoch milliseconds. */
export const systemClock: Clock = () => Date.now()

/** Epoch milliseconds to the NumericDate of RFC 7519 §2 (whole seconds). */
export const numericDate = (ms: number): number => Math.floor(ms / 1000)

/** In milliseconds. */
export const SECOND = 1000
/** In milliseconds. */
export const MINUTE = 60 * SECOND
/** In milliseconds. */
export const HOUR = 60 * MINUTE
/** In milliseconds; 24 hours, whatever the time zone does. */
export const DAY = 24 * HOUR
