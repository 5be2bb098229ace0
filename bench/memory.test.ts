import { describe, expect, it } from 'vitest'
import { verdict } from './goals.ts'
import { memoryFact, slope } from './memory.ts'

/** Forty samples of ten minutes; `at` says MiB by the number of the sample. */
const ten = (at: (sample: number) => number) => {
  const fact = memoryFact(
    Array.from({ length: 41 }, (_, sample) => at(sample)),
    10,
    1,
  )
  return { ...fact, met: fact.goal !== undefined && verdict(fact.value, fact.goal).met }
}

describe('memory over time', () => {
  it('has the slope of the line that is nearest to all samples', () => {
    expect(slope([1, 3, 5, 7])).toBeCloseTo(2)
    expect(slope([5, 5, 5])).toBe(0)
    expect(slope([0, 10, 0, 10, 0])).toBeCloseTo(0)
  })

  it('is flat where it only goes up and down, or grew while code and caches came to be', () => {
    expect(ten((sample) => 200 + (sample % 5) * 10)).toMatchObject({ met: true })
    expect(ten((sample) => 200 + Math.min(sample, 10) * 10)).toMatchObject({ met: true })
  })

  it('is not flat where it goes on growing, by MiB a minute', () => {
    const leak = ten((sample) => 200 + sample)
    expect(leak.value).toBeCloseTo(4)
    expect(leak.met).toBe(false)
  })
})
