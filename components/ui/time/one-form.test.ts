// One form of moments for people: components/ui/time/dates.ts decides on it, and only <Moment> puts it on a page; on one without React
// the script of lib/html/local-times.ts does.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FORMATTERS = /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)String\(/
/** Of a number this groups its digits; of a Date it would be a form of its own. */
const MAYBE_A_DATE = /[dD]ate\([^()]*\)\.toLocaleString\(|\b(?:at|date|time|when|moment|instant)\.toLocaleString\(/
/** A part of RFC 3339 as a text, or the text of JavaScript. */
const CUT = /toISOString\(\)\s*\.(?:slice|replace|split|substring)|\.to(?:UTC|Date|Time)String\(\)/

/** Who makes a text of a date without <Moment>, and why. */
const TEXTS = {
  'components/ui/fhir/patient-banner.tsx': 'a birth date: a day, which has no zone',
  'components/portal/patient-table.tsx': 'a birth date: a day, which has no zone',
  'components/portal/give-task.tsx': 'a birth date: a day, which has no zone',
  'components/portal/work-list.tsx': 'a birth date: a day, which has no zone',
  'components/portal/due-day.tsx': 'the last day of a task, which has no zone',
  'components/traces/timeline.tsx': 'the time since the first request, with UTC for who points at it',
}
/** Who takes a part of RFC 3339, and why. */
const PARTS = {
  'components/audit/export-button.tsx': 'the name of a file',
  'components/launch/task-over.tsx': 'compares a day with today',
}

const filesWith = (pattern: RegExp, where = '{app,components,lib,server}'): readonly string[] =>
  globSync(`${where}/**/*.{ts,tsx}`)
    .filter((file) => !file.includes('.test.') && pattern.test(readFileSync(file, 'utf8')))
    .toSorted()

describe('dates for people', () => {
  it('are put into words in one place', () => {
    expect(filesWith(FORMATTERS)).toEqual([
      'components/ui/time/dates.ts',
      'lib/html/local-times.ts',
      'lib/i18n/instants.ts',
    ])
    expect(filesWith(MAYBE_A_DATE)).toEqual([])
  })

  it('are rendered by the date component, not as text', () => {
    const moment = ['components/ui/time/dates.ts', 'components/ui/time/moment.tsx']
    expect(filesWith(/\b(?:instantText|clockText)\b/, '{app,components}')).toEqual(moment)
    expect(filesWith(/\b(?:dateText|utcText)\b/, '{app,components}')).toEqual(
      [...moment, ...Object.keys(TEXTS)].toSorted(),
    )
    expect(filesWith(CUT, '{app,components}')).toEqual(Object.keys(PARTS).toSorted())
  })

  it('show UTC in one format when a person points at one', () => {
    const shown = filesWith(/<time\b/, '{app,components}')
    expect(shown).toContain('components/ui/time/moment.tsx')
    expect(filesWith(/<time [^>]*title=\{utcText\(/)).toEqual(shown)
  })
})
