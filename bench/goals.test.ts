import { describe, expect, it } from 'vitest'
import { counted, verdict } from './goals.ts'

describe('a goal', () => {
  it.each([
    [0.29, { least: 0.8 }, 'missed by 64 %'],
    [0.9, { least: 0.8 }, 'reached, 12 % to spare'],
    [0.7999, { least: 0.8 }, 'missed by less than 1 %'],
    [5.5, { most: 2.2 }, 'missed by 150 %'],
    [1.5, { most: 2 }, 'reached, 25 % to spare'],
    [2, { most: 2 }, 'reached'],
    [4, { most: 2 }, 'missed by 2'],
    [1, { most: 2 }, 'reached, 1 to spare'],
    [-3, { most: 0.5 }, 'reached, 700 % to spare'],
    [Number.NaN, { least: 0.8 }, 'not known'],
  ])('of %s beside %o: %s', (value, goal, words) => {
    expect(verdict(value, goal)).toBe(words)
  })
})

describe('the ratio that counts', () => {
  const spread = (median: number) => ({ median, min: median, max: median })
  const comparison = (ratio: number, cpuRatio: number, serverBusy: number) => ({
    ratio: spread(ratio),
    cpuRatio: spread(cpuRatio),
    baseline: { perSecond: 1, cpuPerThousand: 1, serverBusy, loadBusy: 1, p50: 1, p99: 1 },
  })

  it('is that of the rates where the baseline used all of its core', () => {
    expect(counted(comparison(0.8, 0.6, 0.95))).toEqual({ ratio: 0.8, by: 'rate' })
  })

  it('is that of the CPU time where the load held the baseline back and its rate would flatter ours', () => {
    expect(counted(comparison(0.8, 0.6, 0.7))).toEqual({ ratio: 0.6, by: 'CPU' })
  })

  it('is never the higher of the two when the baseline was held back', () => {
    expect(counted(comparison(0.5, 0.6, 0.7))).toEqual({ ratio: 0.5, by: 'rate' })
  })

  it('is that of the rates where no CPU time can be had', () => {
    expect(counted(comparison(0.8, Number.NaN, Number.NaN))).toEqual({ ratio: 0.8, by: 'rate' })
  })
})
