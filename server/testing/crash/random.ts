// Reproducible random numbers: the same seed gives the same sequence (mulberry32).

export interface Chance {
  /** From 0 up to 1. */
  readonly next: () => number
  /** A whole number from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, between: (from, to) => from + Math.floor(next() * (to - from + 1)) }
}
