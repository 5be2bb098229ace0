import { describe, expect, it } from 'vitest'
import { durationText } from './duration.ts'

describe('a duration', () => {
  it.each([
    [0, '0 ms', '0 ms'],
    [999, '999 ms', '999 ms'],
    [1000, '1.0 s', '1,0 s'],
    [31_244, '31.2 s', '31,2 s'],
    [59_999, '59.9 s', '59,9 s'],
    [303_400, '5 min 3 s', '5 min 3 s'],
    [7_800_000, '2 h 10 min', '2 u 10 min'],
  ])('of %i ms is written in its largest units, with the decimal sign of the language', (ms, en, nl) => {
    expect([durationText(ms, 'en'), durationText(ms, 'nl')]).toEqual([en, nl])
  })
})
