// Protection against token scanning (RFC 7662 §4, conformance INT-12): a client that introspects many inactive tokens has to wait.

import { type Clock, MINUTE, SECOND } from '#lib/clock.ts'
import { recentlyUsed } from '#lib/recently-used.ts'

const INACTIVE_PER_WINDOW = 30
const WINDOW_MS = MINUTE
const MAX_CALLERS = 10_000

export interface InactiveLimit {
  /** Seconds until the caller may ask again; 0 when it may. */
  readonly secondsToWait: (caller: string) => number
  readonly note: (caller: string) => void
}

/** No waiting, for domains with rate limits off. */
export const NO_INACTIVE_LIMIT: InactiveLimit = { secondsToWait: () => 0, note: () => {} }

/** Counts inactive answers per caller in windows of a minute, in the memory of this process. */
export function inactiveLimit(clock: Clock): InactiveLimit {
  const windows = recentlyUsed<{ readonly endsAt: number; count: number }>(MAX_CALLERS)
  const current = (caller: string) => {
    const window = windows.get(caller)
    return window && clock() < window.endsAt ? window : undefined
  }
  return {
    secondsToWait: (caller) => {
      const window = current(caller)
      return window && window.count >= INACTIVE_PER_WINDOW ? Math.ceil((window.endsAt - clock()) / SECOND) : 0
    },
    note: (caller) => {
      const window = current(caller)
      if (window) window.count += 1
      else windows.set(caller, { endsAt: clock() + WINDOW_MS, count: 1 })
    },
  }
}
