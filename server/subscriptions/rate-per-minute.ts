// The rate limit of one Subscription: so many notifications in any minute. The last one that still fits announces all
// waiting events.
import { MINUTE } from '#lib/clock.ts'

export interface Pace {
  /** Milliseconds until the next notification is allowed; 0 for now. */
  readonly wait: (now: number) => number
  /** Uses up one notification. True when none is left, so that this one must announce everything that waits. */
  readonly use: (now: number) => boolean
}

/** Allows `perMinute` in any sixty seconds, all of them at once too. */
export function createPace(perMinute: number): Pace {
  let sent: readonly number[] = []
  /** The clock may have been set back: what lies ahead of it was not in this minute. */
  const inMinute = (now: number) => {
    sent = sent.filter((at) => at <= now && now - at < MINUTE)
    return sent
  }
  return {
    wait: (now) => {
      const [first = now] = inMinute(now)
      return sent.length < perMinute ? 0 : first + MINUTE - now
    },
    use: (now) => {
      sent = [...inMinute(now), now]
      return sent.length >= perMinute
    },
  }
}
