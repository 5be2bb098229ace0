import { expect, it } from 'vitest'
import { stocked } from './tokens.ts'

it('items are prepared before the clock starts: half as many again as the turn before used', async () => {
  let made = 0
  const before: number[] = []
  const contender = stocked(
    async () => ++made,
    async (next, seconds) => {
      before.push(made)
      const used = await Promise.all(Array.from({ length: 1000 * seconds }, next))
      expect(new Set(used).size).toBe(used.length)
      return { perSecond: 1000, cpuPerThousand: 1, serverBusy: 1, loadBusy: 1, p50: 1, p99: 1 }
    },
  )
  await contender(1)
  expect([before, made]).toEqual([[500], 1000]) // The first turn does not know its pace yet, and makes the rest on the way.
  await contender(2)
  expect([before, made]).toEqual([[500, 4000], 4000])
})
