import { describe, expect, it } from 'vitest'
import { systemRandom } from './random.ts'

const COUNT = 10_000

describe('uuid', () => {
  const made = Array.from({ length: COUNT }, systemRandom.uuid)

  it('CRE-02 is a UUID v4 in lower case, another one each time, also without the beginning that it shares', () => {
    for (const uuid of made)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(made.map((uuid) => uuid.slice(5))).size).toBe(COUNT)
  })

  it('begins as those made just before do, and not as those made long before', () => {
    const beginnings = made.map((uuid) => uuid.slice(0, 5))
    const runs = beginnings.filter((beginning, at) => beginning !== beginnings[at - 1])
    expect(runs.length).toBeLessThan(COUNT / 200)
    expect(runs.length).toBeGreaterThan(COUNT / 500)
    expect(new Set(beginnings).size).toBeGreaterThan(runs.length / 2)
  })
})
