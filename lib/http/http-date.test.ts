import { describe, expect, it } from 'vitest'
import { parseHttpDate } from './http-date.ts'

const NOW = Date.UTC(2026, 3, 1)
const THEN = Date.UTC(1994, 10, 6, 8, 49, 37)

describe('an HTTP-date (RFC 9110 §5.6.7)', () => {
  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'is read as %s',
    (text) => {
      expect(parseHttpDate(text, NOW)).toBe(THEN)
    },
  )

  it('with a two-digit year lies at most fifty years ahead', () => {
    const yearOf = (short: string) =>
      new Date(parseHttpDate(`Sunday, 06-Nov-${short} 08:49:37 GMT`, NOW) ?? 0).getUTCFullYear()
    expect(['26', '76', '77', '99', '00'].map(yearOf)).toEqual([2026, 2076, 1977, 1999, 2000])
  })

  it.each([
    ...[
      '',
      '1994-11-06T08:49:37Z',
      'Sun, 06 Nov 1994 08:49:37 +0000',
      'Sun, 6 Nov 1994 08:49:37 GMT',
      'Sun, 31 Feb 1994 08:49:37 GMT',
    ],
    ...[
      'Sun, 06 Nov 1994 24:49:37 GMT',
      'sun, 06 nov 1994 08:49:37 gmt',
      'Sun Nov 6 08:49:37 1994',
      'Sun, 00 Nov 1994 08:49:37 GMT',
    ],
  ])('is not %j', (text) => {
    expect(parseHttpDate(text, NOW)).toBeUndefined()
  })
})
