import { describe, expect, it } from 'vitest'
import { FairShares, fairLevel } from './fair-shares.ts'

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

/** Shares of a supply, and how many of so many requests they serve. */
function sharesOf(supply: number) {
  const shares = new FairShares(supply)
  const served = (requests: number, network: string, name?: string) =>
    numbers(requests).filter(() => shares.admits(network, name)).length
  /** Of so many names that ask once each. */
  const servedOnce = (names: number, network: string) =>
    numbers(names).filter((n) => shares.admits(network, `name ${n}`)).length
  return { shares, served, servedOnce, divide: () => shares.divide(supply) }
}

describe('a fair level', () => {
  it('gives small demands all they ask, and divides the rest evenly', () => {
    expect(fairLevel(100, [10, 20, 500, 600])).toBe(35)
    expect(fairLevel(100, [10, 20])).toBe(100)
    expect(fairLevel(100, [])).toBe(100)
  })

  it('is at least one', () => {
    const demands = numbers(50).map(() => 9)
    expect(fairLevel(10, demands)).toBe(1)
    expect(fairLevel(0, [])).toBe(1)
  })
})

describe('fair shares', () => {
  it('LIM-04 divide by what was asked in the last period, whether it was served or not', () => {
    const { served, divide } = sharesOf(100)
    for (const n of numbers(6)) {
      const [polite, loud, louder] = [served(10, 'polite'), served(500, 'loud'), served(5000, 'louder')]
      divide()
      expect(polite).toBe(10)
      if (n > 0) expect([loud, louder]).toEqual([45, 45])
    }
  })

  it('LIM-04 divide the share of an address by its names in the same way', () => {
    const { served, divide } = sharesOf(100)
    for (const n of numbers(6)) {
      const [loud, quiet, others] = [served(500, 'a', 'loud'), served(10, 'a', 'quiet'), served(500, 'a')]
      divide()
      if (n > 0) expect([loud, quiet, others]).toEqual([45, 10, 45])
    }
  })

  it('LIM-04 leave an address that asked little its whole share when it asks for more', () => {
    const { served, divide } = sharesOf(100)
    for (const _ of numbers(3)) {
      served(1, 'polite', 'name')
      served(1, 'polite')
      served(5000, 'loud')
      divide()
    }
    expect([served(20, 'polite', 'name'), served(20, 'polite'), served(5000, 'loud')]).toEqual([20, 20, 98])
  })

  it('LIM-04 keep none for those of such an address that have no name', () => {
    const { served } = sharesOf(100)
    expect([served(500, 'a', 'loud'), served(10, 'a'), served(10, 'a', 'quiet')]).toEqual([100, 0, 8])
  })

  it('LIM-04 keep a few requests of each period for names of an address whose share is used up', () => {
    const { served, servedOnce, divide } = sharesOf(100)
    for (const _ of numbers(3)) {
      expect(served(500, 'a')).toBe(100)
      expect([servedOnce(20, 'a'), served(1, 'a')]).toEqual([8, 0])
      divide()
      expect([served(500, 'a'), servedOnce(20, 'a')]).toEqual([80, 20])
      divide()
      served(500, 'a')
      divide()
    }
  })

  it('LIM-10 distinguish a bounded number of addresses', () => {
    const { shares } = sharesOf(100)
    const served = numbers(30_000).filter((n) => shares.admits(`10.0.${n >> 8}.${n & 255}`))
    expect(served).toHaveLength(10_000)
    expect(shares.admits('10.0.0.0'), 'known before').toBe(true)
  })
})
