// Sheds load when requests arrive faster than the event loop handles them. The delay of the loop is how long a request
// that arrives now will wait. When even the smallest delay of several looks is too long, what waits does not drain by
// itself (as in CoDel, RFC 8289 §3), and whoever asks for more than a share is refused. The share is found by trial,
// and the same for each caller, an address or an authenticated client: otherwise one would decide how long all others
// wait (load-shedder.test.ts, overload.system.test.ts).

/** Milliseconds between two looks. */
export const LOOK_EVERY = 25
/** Longest delay that may persist, in milliseconds. */
const TARGET = 50
/** The smallest delay of this many looks counts: a single long tick is no overload. */
const LOOKS = 4
/** The delay, in milliseconds, from which few requests begin in a turn so that turns get shorter, and for how many looks. */
const LATE = 10
const LATE_LOOKS = 20
/** Requests per look that are always served, and requests at one time that do not cause a delay. */
const LEAST = 32
/** Looks without a refusal after which everything is served again. */
const QUIET_LOOKS = 20

export interface LoadShedder {
  /** True when a request of this caller is admitted. */
  readonly admits: (caller: string) => boolean
  /** True while requests are being refused. */
  readonly isHigh: () => boolean
  /** True when the event loop was late recently. */
  readonly isLate: () => boolean
  /** Call it every LOOK_EVERY milliseconds, or as soon afterwards as the event loop allows. */
  readonly look: () => void
}

/** Starts looking at the loop, until it is stopped. */
export function watchLoad(): LoadShedder & { readonly stop: () => void } {
  const shedder = createLoadShedder(() => performance.now())
  const timer = setInterval(shedder.look, LOOK_EVERY).unref()
  return { ...shedder, stop: () => clearInterval(timer) }
}

/** `now` in milliseconds. */
export function createLoadShedder(now: () => number): LoadShedder {
  const delays = new Array<number>(LOOKS).fill(0)
  const crowd = largestCrowd()
  /** Requests since the last look, by caller, while the load is high. */
  const asked = new Map<string, number>()
  let looks = 0
  let last = now()
  let lateLooks = 0
  let served = 0
  let refused = 0
  let quiet = 0
  /** The most requests of one caller between two looks, while the load is high. */
  let share: number | undefined

  const look = (): void => {
    const at = now()
    const delay = Math.max(0, at - last - LOOK_EVERY)
    last = at
    delays[looks % LOOKS] = delay
    looks += 1
    lateLooks = delay > LATE ? LATE_LOOKS : Math.max(0, lateLooks - 1)
    const standing = Math.min(...delays)
    const most = crowd.largest()
    if (share !== undefined) adjust(share, delay, standing)
    // Few at a time are no overload, however many in a second: then it is the machine that has no time for them.
    else if (standing > TARGET && most > LEAST) share = Math.max(LEAST, (served * TARGET) / delay)
    asked.clear()
    served = 0
    refused = 0
  }

  const adjust = (before: number, delay: number, standing: number): void => {
    let next = before
    if (delay > TARGET) next *= delay > 2 * TARGET ? 0.7 : 0.9
    else if (refused > 0) next = next * 1.05 + 1
    quiet = refused === 0 && standing <= TARGET ? quiet + 1 : 0
    share = quiet < QUIET_LOOKS ? Math.max(1, LEAST / Math.max(1, asked.size), next) : undefined
    if (share === undefined) quiet = 0
  }

  const isWithin = (most: number, caller: string): boolean => {
    const own = (asked.get(caller) ?? 0) + 1
    asked.set(caller, own)
    return own <= most
  }

  return {
    admits: (caller) => {
      const isServed = share === undefined || isWithin(share, caller)
      if (!isServed) refused += 1
      else served += 1
      if (isServed && lateLooks > 0) crowd.add()
      return isServed
    },
    isHigh: () => share !== undefined,
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
