import { expect, it } from 'vitest'
import { MINUTE, OVER, periodFrom } from './clock.ts'

it('a period lasts from its beginning to its end, and is over when the clock is set back', () => {
  let now = Date.parse('2026-11-20T10:00:00Z')
  const lasts = periodFrom(() => now, MINUTE)
  expect(lasts()).toBe(true)
  now += MINUTE - 1
  expect(lasts()).toBe(true)
  now += 1
  expect(lasts()).toBe(false)
  now -= MINUTE + 1
  expect(lasts()).toBe(false)
  expect(OVER()).toBe(false)
})
