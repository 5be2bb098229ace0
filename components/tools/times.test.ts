import { describe, expect, it } from 'vitest'
import { relativeText } from './times.ts'

describe('times for people', () => {
  it.each([
    [0, 'now'],
    [59, 'in 59 seconds'],
    [-60, '1 minute ago'],
    [299, 'in 4 minutes'],
    [-7200, '2 hours ago'],
    [90_000, 'tomorrow'],
  ])('%i seconds from now is %s', (seconds, text) => {
    expect(relativeText(seconds, 'en')).toBe(text)
  })

  it('are in Dutch, too', () => {
    expect(relativeText(-60, 'nl')).toBe('1 minuut geleden')
  })
})
