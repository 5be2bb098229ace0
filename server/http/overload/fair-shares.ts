// Divides the capacity between the requesting addresses, and at each address between the authenticated names, so that
// whoever asks for much takes nothing from those who ask for little. It uses max-min fairness: small demands are met in
// full, and the rest is divided evenly among the larger ones (fair-shares.test.ts).

/** Requests per period served beyond the share of their address, reserved for authenticated names. */
const LEAST_NAMED = 8
/** Sources distinguished in a period. */
const MOST_SOURCES = 10_000
/** All requests of an address without an authenticated name. */
const NOBODY = ''

interface Asked {
  asked: number
  served: number
}

interface Source extends Asked {
  readonly byName: Map<string, Asked>
  /** The most that each name gets. */
  nameLevel: number
}

/** The shares of one overload, from period to period. */
export class FairShares {
  /** The most that each source gets. */
  #level: number
  /** Requests in this period served beyond the share of their address. */
  #beyond = 0
  #before = new Map<string, Source>()
  #sources = new Map<string, Source>()

  /** `supply`: requests served per period. */
  constructor(supply: number) {
    this.#level = supply
  }

  /** True when a request is within the share of its source; it then counts as served. */
  admits(network: string, name = NOBODY): boolean {
    const source = this.#sourceOf(network)
    if (!source) return false
    const by = source.byName.get(name) ?? { asked: 0, served: 0 }
    source.byName.set(name, by)
    by.asked += 1
    source.asked += 1
    if (!this.#hasRoom(source, by, name)) return false
    source.served += 1
    by.served += 1
    return true
  }

  /** Starts a period: the demand of the last one predicts the next. */
  divide(supply: number): void {
    this.#level = fairLevel(
      supply,
      [...this.#sources.values()].map(({ asked }) => asked),
    )
    for (const source of this.#sources.values())
      source.nameLevel = fairLevel(
        this.#level,
        [...source.byName.values()].map(({ asked }) => asked),
      )
    this.#before = this.#sources
    this.#sources = new Map()
    this.#beyond = 0
  }

  #sourceOf(network: string): Source | undefined {
    const known = this.#sources.get(network)
    if (known || this.#sources.size >= MOST_SOURCES) return known
    const nameLevel = this.#before.get(network)?.nameLevel ?? this.#level
    const source = { asked: 0, served: 0, byName: new Map<string, Asked>(), nameLevel }
    this.#sources.set(network, source)
    return source
  }

  /** True while the share, or the reserve for authenticated names with small demands, is not used up. */
  #hasRoom(source: Source, by: Asked, name: string): boolean {
    if (by.served >= source.nameLevel) return false
    if (source.served < this.#level) return true
    if (name === NOBODY || this.#beyond >= LEAST_NAMED) return false
    this.#beyond += 1
    return true
  }
}

/** The most that each may have, so that all together get at most `supply`. At least one. */
export function fairLevel(supply: number, demands: readonly number[]): number {
  let left = supply
  let others = demands.length
  for (const demand of [...demands].sort((one, other) => one - other)) {
    const level = left / others
    if (demand > level) return Math.max(1, Math.floor(level))
    left -= demand
    others -= 1
  }
  return Math.max(1, Math.floor(supply))
}
