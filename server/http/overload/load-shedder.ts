// Sheds load when requests come faster than the event loop gets through them. The delay of the loop is how long a request that arrives now
// will wait; when even the smallest delay of several looks is too long, the queue does not drain by itself (as in CoDel, RFC 8289 §3) and
// some requests are refused. The supply is found by trying, and divided by fair shares for each address and each authenticated client
// behind it. Without it one address decides how long all others wait (load-shedder.test.ts, overload.system.test.ts).
import { networkOf } from '#lib/http/network-of.ts'
import { fairLevel } from './fair-share.ts'

/** Milliseconds between two looks. */
export const LOOK_EVERY = 25
/** Longest delay that may stand. */
const TARGET = 50
/** The delay from which requests are queued, so that ticks get shorter, and the number of looks. */
const LATE = 10
const LATE_LOOKS = 20
/** Looks whose smallest delay counts: a single long tick is no overload. */
const LOOKS = 4
/** Requests per look that are always served: such callers do not cause the delay. */
const LEAST = 32
/** Requests per look that are served beyond the share of their address, reserved for authenticated names. */
const LEAST_NAMED = 8
/** Looks without a refusal after which all is served again. */
const QUIET_LOOKS = 20
/** Sources distinguished between two looks. */
const MOST_SOURCES = 10_000

interface Asked {
  asked: number
  served: number
}

interface Source extends Asked {
  readonly byName: Map<string, Asked>
  /** Most that each name gets. */
  nameLevel: number
}

/** All of an address that have proven no name. */
const NOBODY = ''

export interface LoadShedder {
  /** True when a request is admitted. `name` distinguishes authenticated callers behind one address. */
  readonly admits: (address: string, name: string | undefined) => boolean
  /** True while requests are being refused. */
  readonly isHigh: () => boolean
  /** Counts a cached answer; false under pressure: then the request has to be admitted. */
  readonly admitsAtOnce: () => boolean
  /** True when the event loop was late recently. */
  readonly isLate: () => boolean
  /** To be called every LOOK_EVERY milliseconds, or as soon after as the event loop can. */
  readonly look: () => void
}

/** Looks from now on, at the loop and at what `waited` says of the line, for as long as the process lives or until it is stopped. */
export function watchLoad(waited: () => number): LoadShedder & { readonly stop: () => void } {
  const pressure = createLoadShedder(() => performance.now(), waited)
  const timer = setInterval(pressure.look, LOOK_EVERY).unref()
  return { ...pressure, stop: () => clearInterval(timer) }
}

/** `now` in milliseconds; `waited`: how long the first in line has waited for its turn. */
export function createLoadShedder(now: () => number, waited: () => number = () => 0): LoadShedder {
  const delays = new Array<number>(LOOKS).fill(0)
  let looks = 0
  let lateLooks = 0
  let last = now()
  let isHigh = false
  /** Requests since the last look that went on. */
  let served = 0
  let refused = 0
  let beyond = 0
  let quiet = 0
  /** Requests that are served between two looks. */
  let supply = LEAST
  /** Most that each source gets. */
  let level = supply
  let before = new Map<string, Source>()
  let sources = new Map<string, Source>()

  const look = (): void => {
    const at = now()
    const delay = Math.max(0, at - last - LOOK_EVERY, waited())
    last = at
    delays[looks % LOOKS] = delay
    looks += 1
    lateLooks = delay > LATE ? LATE_LOOKS : Math.max(0, lateLooks - 1)
    const standing = Math.min(...delays)
    if (isHigh) adjust(delay, standing)
    else if (standing > TARGET && served > LEAST) begin(delay)
    served = 0
    refused = 0
    beyond = 0
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
      source.nameLevel = fairLevel(
        Math.min(level, source.asked),
        [...source.byName.values()].map(({ asked }) => asked),
      )
    before = sources
    sources = new Map()
  }

  const sourceOf = (address: string): Source | undefined => {
    const known = sources.get(address)
    if (known || sources.size >= MOST_SOURCES) return known
    const last = before.get(address)?.nameLevel ?? level
    const source = { asked: 0, served: 0, byName: new Map<string, Asked>(), nameLevel: last }
    sources.set(address, source)
    return source
  }

  /** Whether there is some of the share left, or of what is kept for those who ask little under a name of their own. */
  const hasRoom = (source: Source, by: Asked, name: string): boolean => {
    if (by.served >= source.nameLevel) return false
    if (source.served < level) return true
    if (name === NOBODY || beyond >= LEAST_NAMED) return false
    beyond += 1
    return true
  }

  const admits = (address: string, name: string): boolean => {
    const source = sourceOf(address)
    if (!source) return false
    const by = source.byName.get(name) ?? { asked: 0, served: 0 }
    source.byName.set(name, by)
    by.asked += 1
    source.asked += 1
    if (!hasRoom(source, by, name)) {
      refused += 1
      return false
    }
    source.served += 1
    by.served += 1
    served += 1
    return true
  }

  return {
    admits: (address, name = NOBODY) => {
      if (isHigh) return admits(networkOf(address), name)
      served += 1
      return true
    },
    isHigh: () => isHigh,
    admitsAtOnce: () => {
      if (!isHigh) served += 1
      return !isHigh
    },
    isLate: () => lateLooks > 0,
    look,
  }
}
