import { describe, expect, it } from 'vitest'
import { utcText } from '#lib/i18n/instants.ts'
import { dateText, instantText } from './dates.ts'

const AT = '2026-11-16T08:00:05.250+01:00'

describe('a moment for people', () => {
  it.each([
    ['en', '16 Nov 2026, 08:00 CET'],
    ['nl', '16 nov 2026, 08:00 CET'],
  ] as const)('is a day, a time and a zone (%s)', (language, text) => {
    expect(instantText(AT, language, { timeZone: 'Europe/Amsterdam' })).toBe(text)
  })

  it('has seconds where they matter', () => {
    expect(instantText(AT, 'en', { timeZone: 'UTC', seconds: true })).toBe('16 Nov 2026, 07:00:05 UTC')
  })

  it('is told in UTC, too, unless it is a day without a time', () => {
    expect(utcText(AT)).toBe('2026-11-16 07:00:05 UTC')
    for (const other of ['2026-11-16', '2026-11', 'nonsense', 'noTime']) expect(utcText(other)).toBeUndefined()
  })

  it('stays as precise as it was', () => {
    expect(instantText('2026-11', 'en')).toBe('2026-11')
    expect(instantText('2026-11-16', 'en')).toBe('16 November 2026')
    expect(dateText('1986', 'nl')).toBe('1986')
  })
})
