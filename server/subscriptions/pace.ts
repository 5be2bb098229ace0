// The rate limit of one Subscription, a token bucket. The last notification that still fits announces all waiting
// events.
import { MINUTE } from '#lib/clock.ts'

export interface Pace {
  /** Milliseconds until the next notification is allowed; 0 for now. */
  readonly wait: (now: number) => number
  /** Uses up one notification. True when none is left, so that this one must announce everything that waits. */
  readonly use: (now: number) => boolean
}

/** Allows `perMinute` at once; the allowance refills evenly. */
export function createPace(perMinute: number): Pace {
  let room = perMinute
  let at = 0
  const fill = (now: number) => {
    room = Math.min(perMinute, room + (Math.max(0, now - at) * perMinute) / MINUTE)
    at = now
  }
  return {
    wait: (now) => {
      fill(now)
      return room >= 1 ? 0 : Math.ceil(((1 - room) * MINUTE) / perMinute)
    },
    use: (now) => {
      fill(now)
      room -= 1
      return room < 1
    },
  }
}
