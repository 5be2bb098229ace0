// Limits concurrent requests. A request without a place is refused at once instead of waiting: what is in progress then
// holds a bounded amount of memory, and is answered before its client gives up. No address takes more than three
// quarters of the places, so that one flood leaves some to others (concurrency-limit.test.ts).

import { networkOf } from '#lib/http/network-of.ts'

export interface ConcurrencyLimit {
  /** Takes a place; false when this address, or this name at the address, may have none. */
  readonly take: (address: string, name: string | undefined) => boolean
  /** Releases such a place. */
  readonly give: (address: string, name: string | undefined) => void
  /** True while sources are distinguished. */
  readonly isCrowded: () => boolean
}

/** Places that one source took while it was crowded. */
interface Taken {
  all: number
  readonly byName: Map<string, number>
}

/** Callers without an authenticated name. */
const NOBODY = ''

/**
 * A limit of `places`. Up to half of them go to any caller. Beyond that, sources are distinguished, and each gets at
 * most a quarter of all places, so that a flood from one address leaves places to others. Within a source, each name
 * gets a quarter, and all requests without a name get three quarters together, so that a flood leaves places to others
 * behind the same address.
 */
export function concurrencyLimit(places: number): ConcurrencyLimit {
  const crowded = Math.floor(places / 2)
  const perSource = Math.ceil(places / 4)
  const perName = Math.ceil(perSource / 4)
  const ofNobody = perSource - perName
  const bySource = new Map<string, Taken>()
  let taken = 0

  const takeCrowded = (source: string, name: string): boolean => {
    const own = bySource.get(source) ?? { all: 0, byName: new Map<string, number>() }
    const named = own.byName.get(name) ?? 0
    if (taken >= places || own.all >= perSource || named >= (name === NOBODY ? ofNobody : perName)) return false
    own.all += 1
    own.byName.set(name, named + 1)
    bySource.set(source, own)
    taken += 1
    return true
  }

  return {
    isCrowded: () => taken >= crowded,
    take: (address, name = NOBODY) => {
      if (taken >= crowded) return takeCrowded(networkOf(address), name)
      taken += 1
      return true
    },
    give: (address, name = NOBODY) => {
      taken -= 1
      if (bySource.size === 0) return
      const source = networkOf(address)
      const own = bySource.get(source)
      // It does not matter which place is released, as long as the counts are zero when all are released.
      const from = own?.byName.has(name) ? name : own?.byName.keys().next().value
      if (!own || from === undefined) return
      own.all -= 1
      const left = (own.byName.get(from) ?? 1) - 1
      if (left > 0) own.byName.set(from, left)
      else own.byName.delete(from)
      if (own.all === 0) bySource.delete(source)
    },
  }
}
