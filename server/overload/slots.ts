// How many requests are worked on at the same time. Nobody waits for a place: whoever finds none is told so at once.

import { networkOf } from '#lib/http/network-of.ts'

export interface Slots {
  /** Takes a place; false when there is none for this address. */
  readonly take: (address: string) => boolean
  /** Gives a place of this address back. */
  readonly give: (address: string) => void
}

/**
 * So many places. Up to half of them go to whoever comes. Then sources are told apart, and each gets a quarter of all at
 * most: a flood from one address leaves places to the others.
 */
export function slots(places: number): Slots {
  const crowded = Math.floor(places / 2)
  const perSource = Math.ceil(places / 4)
  /** Places that were taken while it was crowded. */
  const bySource = new Map<string, number>()
  let taken = 0

  const takeCrowded = (source: string): boolean => {
    const own = bySource.get(source) ?? 0
    if (taken >= places || own >= perSource) return false
    bySource.set(source, own + 1)
    taken += 1
    return true
  }

  return {
    take: (address) => {
      if (taken >= crowded) return takeCrowded(networkOf(address))
      taken += 1
      return true
    },
    give: (address) => {
      taken -= 1
      if (bySource.size === 0) return
      const source = networkOf(address)
      const own = bySource.get(source)
      if (own === undefined) return
      if (own > 1) bySource.set(source, own - 1)
      else bySource.delete(source)
    },
  }
}
