// Of what repeats without end, the first in each minute: a limit on requests must not become a way to fill the disk.
import { LRUCache } from 'lru-cache'
import { type Clock, MINUTE } from '#lib/clock.ts'

/** Callers that are remembered; beyond, the one heard of longest ago is forgotten. */
const CALLERS = 10_000

/** A function that says whether this is the caller's first time for a minute. */
export function firstOfAMinute(clock: Clock): (caller: string) => boolean {
  const seen = new LRUCache<string, number>({ max: CALLERS })
  return (caller) => {
    const at = seen.get(caller)
    if (at !== undefined && clock() < at + MINUTE) return false
    seen.set(caller, clock())
    return true
  }
}
