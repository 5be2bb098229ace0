// The pace of one Subscription, by a clock of its own.
import { describe, expect, it } from 'vitest'
import { createPace } from './rate-per-minute.ts'

describe('the pace of a Subscription', () => {
  it('SUB-32 allows at most the limit in any minute', () => {
    const pace = createPace(60)
    const sent: number[] = []
    for (let now = 0; now < 300_000; now += 100)
      if (pace.wait(now) === 0) {
        pace.use(now)
        sent.push(now)
      }
    expect(sent.slice(0, 60).at(-1)).toBe(5900)
    for (const at of sent) expect(sent.filter((one) => one >= at && one < at + 60_000).length).toBeLessThanOrEqual(60)
    expect(sent.length).toBe(300)
  })

  it('SUB-32 says when the next one may be sent, and which is the last one within the limit', () => {
    const pace = createPace(2)
    expect([pace.wait(0), pace.use(0), pace.wait(10), pace.use(1000), pace.wait(1000)]).toEqual([
      0,
      false,
      0,
      true,
      59_000,
    ])
    expect([pace.wait(59_999), pace.wait(60_000)]).toEqual([1, 0])
    expect(pace.wait(-5000)).toBe(0) // The clock was set back.
  })
})
