// Sheds load when requests arrive faster than the event loop handles them. The delay of the loop is how long a request
// that arrives now will wait. When even the smallest delay of several looks is too long, the queue does not drain by
// itself (as in CoDel, RFC 8289 §3), and some requests are refused. The capacity is found by trial, and divided in fair
// shares for each address and each authenticated client behind it. Otherwise one address would decide how long all
// others wait (load-shedder.test.ts, overload.system.test.ts).
import { networkOf } from '#lib/http/network-of.ts'
import { FairShares } from './fair-shares.ts'
import type { RequestQueue } from './queue.ts'

/** Milliseconds between two looks. */
export const LOOK_EVERY = 25
/** Longest delay that may persist, in milliseconds. */
const TARGET = 50
/** The delay, in milliseconds, from which requests are queued so that ticks get shorter, and for how many looks. */
const LATE = 10
const LATE_LOOKS = 20
/** The smallest delay of this many looks counts: a single long tick is no overload. */
const LOOKS = 4
/** Requests per look that are always served, and requests at one time that do not cause a delay. */
const LEAST = 32
/** Looks without a refusal after which everything is served again. */
const QUIET_LOOKS = 20

export interface LoadShedder {
  /** True when a request is admitted. `name` distinguishes authenticated callers behind one address. */
  readonly admits: (address: string, name: string | undefined) => boolean
  /** True while requests are being refused. */
  readonly isHigh: () => boolean
  /** Counts a cached answer. False under pressure: the request must then be admitted. */
  readonly admitsAtOnce: () => boolean
  /** True when the event loop was late recently. */
  readonly isLate: () => boolean
  /** Call it every LOOK_EVERY milliseconds, or as soon afterwards as the event loop allows. */
  readonly look: () => void
}

/** What the queue of requests says: how long its first has waited, in milliseconds, and how many wait. */
export type Queued = Pick<RequestQueue, 'age' | 'size'>

const NOBODY_WAITS: Queued = { age: () => 0, size: () => 0 }

/** Starts looking at the loop and at the queue, until it is stopped. */
export function watchLoad(queue: Queued): LoadShedder & { readonly stop: () => void } {
  const shedder = createLoadShedder(() => performance.now(), queue)
  const timer = setInterval(shedder.look, LOOK_EVERY).unref()
  return { ...shedder, stop: () => clearInterval(timer) }
}

/** `now` in milliseconds. */
export function createLoadShedder(now: () => number, queue = NOBODY_WAITS): LoadShedder {
  const delays = new Array<number>(LOOKS).fill(0)
  let looks = 0
  let lateLooks = 0
  let last = now()
  /** Requests admitted since the last look. */
  let served = 0
  let refused = 0
  let quiet = 0
  /** Requests served between two looks. */
  let supply = LEAST
  /** Shares of the supply, while requests are refused. */
  let shares: FairShares | undefined
  const crowd = largestCrowd()

  const look = (): void => {
    const at = now()
    const delay = Math.max(0, at - last - LOOK_EVERY, queue.age())
    last = at
    delays[looks % LOOKS] = delay
    looks += 1
    lateLooks = delay > LATE ? LATE_LOOKS : Math.max(0, lateLooks - 1)
    const standing = Math.min(...delays)
    const most = Math.max(crowd.largest(), queue.size())
    if (shares) adjust(shares, delay, standing)
    // Few at a time are no overload, however many in a second: then it is the machine that has no time for them.
    else if (standing > TARGET && most > LEAST) begin(delay)
    served = 0
    refused = 0
  }

  const begin = (delay: number): void => {
    quiet = 0
    supply = Math.max(LEAST, Math.floor((served * TARGET) / delay))
    shares = new FairShares(supply)
  }

  const adjust = (current: FairShares, delay: number, standing: number): void => {
    if (delay > TARGET) supply = Math.max(LEAST, Math.floor(supply * (delay > 2 * TARGET ? 0.7 : 0.9)))
    else if (refused > 0) supply = Math.ceil(supply * 1.05) + 1
    quiet = refused === 0 && standing <= TARGET ? quiet + 1 : 0
    if (quiet >= QUIET_LOOKS) shares = undefined
    else current.divide(supply)
  }

  const serve = (): void => {
    served += 1
    if (lateLooks > 0) crowd.add()
  }

  return {
    admits: (address, name) => {
      const isServed = shares === undefined || shares.admits(networkOf(address), name)
      if (isServed) serve()
      else refused += 1
      return isServed
    },
    isHigh: () => shares !== undefined,
    admitsAtOnce: () => {
      if (shares) return false
      serve()
      return true
    },
    isLate: () => lateLooks > 0,
    look,
  }
}

/** Counts the requests that came in one tick of the loop. While each connection waits for its answer, that is how many wait. */
function largestCrowd() {
  let largest = 0
  let now = 0
  const endTick = () => {
    now = 0
  }
  return {
    add: (): void => {
      if (now === 0) setImmediate(endTick)
      now += 1
      largest = Math.max(largest, now)
    },
    /** The most in one tick since the last call. */
    largest: (): number => {
      const before = largest
      largest = 0
      now = 0
      return before
    },
  }
}
