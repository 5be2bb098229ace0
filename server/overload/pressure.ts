// Whether requests come faster than the event loop gets through them. What the loop is late is how long whatever arrives now
// will wait; when even the smallest delay of some turns is too long, the queue does not drain by itself (as in CoDel,
// RFC 8289 §3) and some of what comes is refused. How much is served is found by trying; who is served, by fair shares of
// each address, and of each bearer token from one address.
import { networkOf } from '#lib/http/network-of.ts'
import { fairLevel } from './fair-share.ts'

/** Milliseconds between two looks. */
export const LOOK_EVERY = 25
/** Longest delay that may stand. */
const TARGET = 50
/** Looks of which the smallest delay counts: one long turn is no overload. */
const LOOKS = 4
/** Requests of one look that are always served: whoever asks this little is not what makes the loop late. */
const LEAST = 32
/** Looks without a refusal after which all is served again. */
const QUIET_LOOKS = 20
/** Sources that are told apart between two looks. */
const MOST_SOURCES = 10_000

interface Asked {
  asked: number
  served: number
}

interface Source extends Asked {
  readonly byToken: Map<string, Asked>
  /** Most that each token gets. */
  tokenLevel: number
}

export interface Pressure {
  /** Whether a request may go on. `token` tells requests of one address apart, where they carry one. */
  readonly admits: (address: string, token: string | undefined) => boolean
  readonly isHigh: () => boolean
  /** Counts a request that is answered at once, unless the pressure is high: then it has to be admitted. */
  readonly isCalm: () => boolean
  /** To be called every LOOK_EVERY milliseconds, or as soon after as the event loop can. */
  readonly look: () => void
}

/** Looks from now on, for as long as the process lives or until it is stopped. */
export function watchPressure(): Pressure & { readonly stop: () => void } {
  const pressure = createPressure(() => performance.now())
  const timer = setInterval(pressure.look, LOOK_EVERY).unref()
  return { ...pressure, stop: () => clearInterval(timer) }
}

/** `now` in milliseconds. */
export function createPressure(now: () => number): Pressure {
  const delays = new Array<number>(LOOKS).fill(0)
  let looks = 0
  let last = now()
  let isHigh = false
  /** Requests since the last look that went on. */
  let served = 0
  let refused = 0
  let quiet = 0
  /** Requests that are served between two looks. */
  let supply = LEAST
  /** Most that each source gets. */
  let level = supply
  let before = new Map<string, Source>()
  let sources = new Map<string, Source>()

  const look = (): void => {
    const at = now()
    const delay = Math.max(0, at - last - LOOK_EVERY)
    last = at
    delays[looks % LOOKS] = delay
    looks += 1
    const standing = Math.min(...delays)
    if (isHigh) adjust(delay, standing)
    else if (standing > TARGET && served > LEAST) begin(delay)
    served = 0
    refused = 0
  }

  const begin = (delay: number): void => {
    isHigh = true
    quiet = 0
    supply = Math.max(LEAST, Math.floor((served * TARGET) / delay))
    level = supply
  }

  const adjust = (delay: number, standing: number): void => {
    if (delay > TARGET) supply = Math.max(LEAST, Math.floor(supply * (delay > 2 * TARGET ? 0.7 : 0.9)))
    else if (refused > 0) supply = Math.ceil(supply * 1.05) + 1
    quiet = refused === 0 && standing <= TARGET ? quiet + 1 : 0
    if (quiet >= QUIET_LOOKS) {
      isHigh = false
      before = new Map()
      sources = new Map()
      return
    }
    divide()
  }

  /** By what was asked since the last look, as a guess at what will be asked until the next one. */
  const divide = (): void => {
    level = fairLevel(
      supply,
      [...sources.values()].map(({ asked }) => asked),
    )
    for (const source of sources.values())
      source.tokenLevel = fairLevel(
        Math.min(level, source.asked),
        [...source.byToken.values()].map(({ asked }) => asked),
      )
    before = sources
    sources = new Map()
  }

  const admits = (source: string, token: string | undefined): boolean => {
    let from = sources.get(source)
    if (!from) {
      if (sources.size >= MOST_SOURCES) return false
      from = { asked: 0, served: 0, byToken: new Map(), tokenLevel: before.get(source)?.tokenLevel ?? level }
      sources.set(source, from)
    }
    let by: Asked = from
    if (token !== undefined && from.byToken.size < MOST_SOURCES) {
      by = from.byToken.get(token) ?? { asked: 0, served: 0 }
      from.byToken.set(token, by)
      by.asked += 1
    }
    from.asked += 1
    if (from.served >= level || (by !== from && by.served >= from.tokenLevel)) {
      refused += 1
      return false
    }
    from.served += 1
    if (by !== from) by.served += 1
    served += 1
    return true
  }

  return {
    admits: (address, token) => {
      if (isHigh) return admits(networkOf(address), token)
      served += 1
      return true
    },
    isHigh: () => isHigh,
    isCalm: () => {
      if (!isHigh) served += 1
      return !isHigh
    },
    look,
  }
}
