// The rate limit of one Subscription, a token bucket: the last notification that there is room for announces all events that wait.
import { MINUTE } from '#lib/clock.ts'

export interface Pace {
  /** Milliseconds until there is room for a notification; 0 for now. */
  readonly wait: (now: number) => number
  /** Uses the room for one notification; true when no room is left after it, so that it has to announce everything that waits. */
  readonly use: (now: number) => boolean
}

/** Room for `perMinute` at once, which fills up again evenly. */
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
