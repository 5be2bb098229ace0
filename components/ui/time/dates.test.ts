import { describe, expect, it } from 'vitest'
import { utcText } from '#lib/i18n/instants.ts'
import { dateText, instantText, isOver } from './dates.ts'

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

  it('stays as it is written where the calendar has no such day, as in a record that says 0000-00-00 for an unknown one', () => {
    for (const none of ['0000-00-00', '1986-13-45', '2026-02-30']) {
      expect(instantText(none, 'en')).toBe(none)
      expect(dateText(none, 'nl', 'medium')).toBe(none)
    }
  })

  it('is over when its last day is: a task that is due in a month or a year is not late in it', () => {
    const over = ['2025', '2026-10', '2026-11-29'].filter((date) => isOver(date, '2026-11-30'))
    expect(over).toEqual(['2025', '2026-10', '2026-11-29'])
    for (const date of ['2026', '2026-11', '2026-11-30', '2027']) expect(isOver(date, '2026-11-30'), date).toBe(false)
  })
})
