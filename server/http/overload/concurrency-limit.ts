// Limits concurrent requests. A request without a place is refused at once instead of waiting: what is in progress then
// holds a bounded amount of memory, and is answered before its client gives up. No caller takes more than three quarters
// of the places, so that one flood leaves some to others (concurrency-limit.test.ts).

export type Release = () => void

export interface ConcurrencyLimit {
  /** Takes a place for a caller, an address or an authenticated client; undefined when it may have none. */
  readonly take: (caller: string) => Release | undefined
  /** True while half of the places are taken, and callers are distinguished. */
  readonly isCrowded: () => boolean
}

/** A limit of `places`. Half of them go to any caller; beyond that, each gets at most a quarter of all. */
export function concurrencyLimit(places: number): ConcurrencyLimit {
  const anybodys = Math.floor(places / 2)
  const each = Math.ceil(places / 4)
  /** Places taken beyond the half. */
  const beyond = new Map<string, number>()
  let taken = 0

  const takeBeyond = (caller: string): Release | undefined => {
    const own = beyond.get(caller) ?? 0
    if (taken >= places || own >= each) return undefined
    beyond.set(caller, own + 1)
    taken += 1
    return () => {
      taken -= 1
      const left = (beyond.get(caller) ?? 1) - 1
      if (left > 0) beyond.set(caller, left)
      else beyond.delete(caller)
    }
  }

  const give = () => {
    taken -= 1
  }
  const isCrowded = () => taken >= anybodys
  return {
    isCrowded,
    take: (caller) => {
      if (isCrowded()) return takeBeyond(caller)
      taken += 1
      return give
    },
  }
}
