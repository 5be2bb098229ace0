import { describe, expect, it } from 'vitest'
import { concurrencyLimit, type Release } from './concurrency-limit.ts'

describe('a limit', () => {
  const taking = (places: number) => {
    const { take, isCrowded } = concurrencyLimit(places)
    const taken = (caller: string, most = 1000): readonly Release[] =>
      Array.from({ length: most }).flatMap(() => take(caller) ?? [])
    return { taken, isCrowded }
  }

  it('LIM-04 leaves a quarter to others, whatever one caller asks, and counts exactly', () => {
    const { taken } = taking(160)
    const one = taken('192.0.2.1')
    const [other, third] = [taken('other'), taken('third')]
    expect([one.length, other.length, third.length]).toEqual([80 + 40, 40, 0])
    for (const release of one.slice(80)) release()
    expect(taken('other'), 'it has its quarter').toEqual([])
    const again = taken('third')
    expect(again).toHaveLength(40)
    for (const release of [...one.slice(0, 80), ...other, ...again]) release()
    expect(taken('third'), 'nothing is left counted').toHaveLength(120)
  })

  it('treats all callers alike until half of the places are taken', () => {
    const { taken, isCrowded } = taking(160)
    taken('192.0.2.1', 79)
    expect(isCrowded()).toBe(false)
    const [last] = taken('192.0.2.1', 1)
    expect(isCrowded()).toBe(true)
    last?.()
    expect(isCrowded()).toBe(false)
  })
})
