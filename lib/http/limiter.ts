// Rate limiters: what they promise, and those in the memory of this process. The number of callers that these remember is bounded:
// the one not seen for the longest time is forgotten first.

import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { recentlyUsed } from '../recently-used.ts'

/** Callers that one limiter remembers, some hundred bytes each. */
export const MOST_CALLERS = 20_000

/** A limit, with the counts of its callers. */
export interface Limiter {
  /** Counts a caller. Returns the whole seconds to wait, at least one; undefined when it may proceed. */
  readonly count: (caller: string) => Promise<number | undefined>
  /** The seconds to wait, or undefined, without counting this call. */
  readonly wait: (caller: string) => Promise<number | undefined>
  /** Takes back one count. */
  readonly giveBack: (caller: string) => Promise<void>
  readonly forget: (caller: string) => Promise<void>
}

/** How often a caller may be counted, in seconds from its first count on; beyond that it waits for `blockDuration`, if there is one. */
export type LimiterOptions = Required<Pick<IRateLimiterOptions, 'points' | 'duration'>> &
  Pick<IRateLimiterOptions, 'blockDuration'>

/** Makes limiters, each by a name of its own: those of one name count together, in whichever process. */
export interface Limiters {
  /** Counts exactly, whichever process is asked: for guesses. */
  readonly exact: (name: string, options: LimiterOptions) => Limiter
  /** Counts without waiting; what other processes counted is known within a second: for requests. */
  readonly eventual: (name: string, options: LimiterOptions) => Pick<Limiter, 'count'>
}

/** A limiter of `points` per `duration` seconds, from the first count of a caller on. */
export function limiter(options: LimiterOptions, mostCallers = MOST_CALLERS): Limiter {
  const memory = new RateLimiterMemory(options)
  const callers = recentlyUsed<true>(mostCallers, (_, caller, reason) => {
    if (reason === 'evict') void memory.delete(caller)
  })
  return {
    count: async (caller) => {
      callers.set(caller, true)
      try {
        await memory.consume(caller)
        return undefined
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    wait: async (caller) => {
      const counted = await memory.get(caller)
      return counted && counted.remainingPoints <= 0 && counted.consumedPoints > options.points
        ? Math.max(1, Math.ceil(counted.msBeforeNext / 1000))
        : undefined
    },
    giveBack: async (caller) => {
      await memory.reward(caller)
    },
    forget: async (caller) => {
      callers.delete(caller)
      await memory.delete(caller)
    },
  }
}

/** For one process by itself. */
export function limitersInMemory(): Limiters {
  const made = new Map<string, Limiter>()
  const ofName = (name: string, options: LimiterOptions): Limiter => {
    const one = made.get(name) ?? limiter(options)
    made.set(name, one)
    return one
  }
  return { exact: ofName, eventual: ofName }
}
