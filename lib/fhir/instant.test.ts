import { describe, expect, it } from 'vitest'
import { timeOfInstant } from './instant.ts'

describe('the time of an instant', () => {
  it.each([
    ['2026-02-07T13:28:17.239+02:00', '2026-02-07T11:28:17.239Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2016-12-31T23:59:60.25Z', '2017-01-01T00:00:00.25Z'],
    ['2017-01-01T00:59:60+01:00', '2017-01-01T00:00:00Z'],
  ])('of %s is %s', (instant, time) => {
    expect(timeOfInstant(instant)).toBe(Date.parse(time))
  })

  it.each(['2026-02-07', '2026-02-30T00:00:00Z', '2026-02-07T13:28:61Z', 'x', 5, undefined])(
    'is undefined for %s, which is no instant',
    (value) => {
      expect(timeOfInstant(value)).toBeUndefined()
    },
  )
})
