import { describe, expect, it } from 'vitest'
import { isDay } from './days.ts'

describe('a day', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31', '0001-01-01'])('is %s', (text) => {
    expect(isDay(text)).toBe(true)
  })

  it.each([
    '2026-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-01',
    '2026-01-01T',
    '',
  ])('is not %j', (text) => {
    expect(isDay(text)).toBe(false)
  })
})
