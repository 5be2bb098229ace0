import { describe, expect, it } from 'vitest'
import type { Result } from './load.ts'
import { compare, median, spread } from './rounds.ts'

const result = (perSecond: number): Result => ({
  perSecond,
  cpuPerThousand: 1000 / perSecond,
  serverBusy: 1,
  loadBusy: 0.5,
  p50: 1,
  p99: 100 / perSecond,
})

/** Two contenders that note when they ran, and say rates one after the other. */
function contenders(ours: readonly number[], baseline: readonly number[]) {
  const ran: string[] = []
  const contender = (name: string, rates: readonly number[]) => {
    const left = [...rates]
    return async (seconds: number) => {
      ran.push(`${name}${seconds}`)
      return result(left.shift() ?? Number.NaN)
    }
  }
  return { ran, ours: contender('A', ours), baseline: contender('B', baseline) }
}

describe('two contenders', () => {
  it('take turns in the order A B, B A, after each has warmed up', async () => {
    const { ran, ours, baseline } = contenders([1000, 1, 1, 1], [1000, 1, 1, 1])
    await compare({ ours, baseline }, { rounds: 3, seconds: 2, warmUp: 5 })
    expect(ran).toEqual(['A5', 'B5', 'A2', 'B2', 'B2', 'A2', 'A2', 'B2'])
  })

  it('warm up until they have answered often enough, the slow ones five times at most', async () => {
    const { ran, ours, baseline } = contenders([2000, 2000, 2000, 1], [1, 1, 1, 1, 1, 1])
    await compare({ ours, baseline }, { rounds: 1, seconds: 2, warmUp: 1 })
    expect(ran).toEqual(['A1', 'A1', 'A1', 'B1', 'B1', 'B1', 'B1', 'B1', 'A2', 'B2'])
  })

  it('are compared within a round, and the warm-up does not count', async () => {
    const { ours, baseline } = contenders([9000, 50, 30, 80], [5000, 100, 40, 100])
    const comparison = await compare({ ours, baseline }, { rounds: 3, seconds: 1, warmUp: 1 })
    expect(comparison.ratios).toEqual([0.5, 0.75, 0.8])
    expect(comparison.ratio).toEqual({ median: 0.75, min: 0.5, max: 0.8 })
    expect(comparison.cpuRatio.median).toBeCloseTo(0.75)
    expect(comparison.tail).toEqual({ median: 2, min: 1.25, max: 100 / 30 })
    expect(comparison.p99Ratio).toMatchObject({ median: 100 / 30 / (100 / 40), max: 2 })
    expect([comparison.ours.perSecond, comparison.baseline.perSecond]).toEqual([50, 100])
  })

  it('end the run with the first wrong answer', async () => {
    const wrong = () => Promise.reject(new Error('status 500'))
    await expect(compare({ ours: wrong, baseline: wrong }, { rounds: 1, seconds: 1, warmUp: 1 })).rejects.toThrow(
      'status 500',
    )
  })
})

describe('a median', () => {
  it('is the middle value, or lies between the two middle ones', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 2.5, Number.NaN])
    expect(spread([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9 })
  })
})
