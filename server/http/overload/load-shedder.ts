// Sheds load when requests arrive faster than the event loop handles them. The delay of the loop is how long a request
// that arrives now will wait. When even the smallest delay of several looks is too long, the queue does not drain by
// itself (as in CoDel, RFC 8289 §3), and some requests are refused. The capacity is found by trial, and divided in fair
// shares for each address and each authenticated client behind it. Otherwise one address would decide how long all
// others wait (load-shedder.test.ts, overload.system.test.ts).
import { networkOf } from '#lib/http/network-of.ts'
import { FairShares } from './fair-shares.ts'

/** Milliseconds between two looks. */
export const LOOK_EVERY = 25
/** Longest delay that may persist, in milliseconds. */
const TARGET = 50
/** The delay, in milliseconds, from which requests are queued so that ticks get shorter, and for how many looks. */
const LATE = 10
const LATE_LOOKS = 20
/** The smallest delay of this many looks counts: a single long tick is no overload. */
const LOOKS = 4
/** Requests per look that are always served: such callers do not cause the delay. */
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

/** Starts looking at the loop, and at the queue's delay from `waited`, until it is stopped. */
export function watchLoad(waited: () => number): LoadShedder & { readonly stop: () => void } {
  const shedder = createLoadShedder(() => performance.now(), waited)
  const timer = setInterval(shedder.look, LOOK_EVERY).unref()
  return { ...shedder, stop: () => clearInterval(timer) }
}

/** `now` in milliseconds; `waited` is how long the first in the queue has waited. */
export function createLoadShedder(now: () => number, waited: () => number = () => 0): LoadShedder {
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

  const look = (): void => {
    const at = now()
    const delay = Math.max(0, at - last - LOOK_EVERY, waited())
    last = at
    delays[looks % LOOKS] = delay
    looks += 1
    lateLooks = delay > LATE ? LATE_LOOKS : Math.max(0, lateLooks - 1)
    const standing = Math.min(...delays)
    if (shares) adjust(shares, delay, standing)
    else if (standing > TARGET && served > LEAST) begin(delay)
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

  return {
    admits: (address, name) => {
      const isServed = shares === undefined || shares.admits(networkOf(address), name)
      if (isServed) served += 1
      else refused += 1
      return isServed
    },
    isHigh: () => shares !== undefined,
    admitsAtOnce: () => {
      if (shares) return false
      served += 1
      return true
    },
    isLate: () => lateLooks > 0,
    look,
  }
}
