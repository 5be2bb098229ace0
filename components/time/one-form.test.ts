// One form of moments for people: components/fhir/dates.ts decides on it, and nothing else formats a date.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FORMATTERS = /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)String\(/
/** Of a number this groups its digits; of a Date it would be a form of its own. */
const MAYBE_A_DATE = /[dD]ate\([^()]*\)\.toLocaleString\(|\b(?:at|date|time|when|moment|instant)\.toLocaleString\(/

const filesWith = (pattern: RegExp): readonly string[] =>
  globSync('{app,components,lib,server}/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.') && pattern.test(readFileSync(file, 'utf8')))
    .toSorted()

describe('dates for people', () => {
  it('are put into words in one place', () => {
    expect(filesWith(FORMATTERS)).toEqual(['components/fhir/dates.ts'])
    expect(filesWith(MAYBE_A_DATE)).toEqual([])
  })

  it('are told in UTC, and in one form, to who points at one', () => {
    const shown = filesWith(/<time\b/)
    expect(shown).toContain('components/time/moment.tsx')
    expect(filesWith(/<time [^>]*title=\{utcText\(/)).toEqual(shown)
  })
})
