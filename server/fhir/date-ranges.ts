// Dates of the index against the dates of a search (FHIR R4 search.html §3.1.1.4.7): both may be a day, a month or a year.
import { DAY } from '#lib/clock.ts'
import { dayAfter, daysOf } from '#lib/fhir/days.ts'
import { invalidParameter } from './outcome.ts'
import type { ValueRange } from './store.ts'

const FIRST = '0000-01-01'
const FOREVER = '9999-12-32'
const VALUE = /^(eq|ne|gt|lt|ge|le|sa|eb|ap)?(\d{4}(?:-\d{2}){0,2})$/
/** How far "approximately" reaches: a tenth of the time between then and now, as R4 recommends. */
const APPROXIMATE_PART = 0.1

/** The first and last days that a value such as `ge1970-05` stands for. Throws FhirError. */
export function dateRanges(name: string, param: string, text: string, now: number): readonly ValueRange[] {
  const [, prefix = 'eq', date = ''] = VALUE.exec(text) ?? []
  const days = daysOf(date)
  if (!days) throw invalidParameter(name, `${name} is a date, a month or a year, with a prefix such as ge.`)
  const { first, last } = days
  const after = dayAfter(last)
  const range = (more: Partial<Omit<ValueRange, 'param'>>): ValueRange => ({
    ...{ param, from: FIRST, to: FOREVER, endFrom: FIRST, endTo: FOREVER },
    ...more,
  })
  const within = range({ from: first, to: after, endTo: after })
  const begunBefore = range({ to: first })
  // What ends on a day or later has not begun earlier than in the year of the day before: no date is longer than a year.
  const endedOnOrAfter = (day: string, more = {}) =>
    range({ from: `${dayAfter(day, -1).slice(0, 4)}-01-01`, endFrom: day, ...more })
  const endedAfter = endedOnOrAfter(after)
  const margin = Math.round((Math.abs(now - Date.parse(first)) * APPROXIMATE_PART) / DAY)
  const meanings: Readonly<Record<string, readonly ValueRange[]>> = {
    eq: [within],
    ne: [begunBefore, endedAfter],
    gt: [endedAfter],
    ge: [endedAfter, within],
    lt: [begunBefore],
    le: [begunBefore, within],
    sa: [range({ from: after })],
    eb: [range({ to: first, endTo: first })],
    ap: [endedOnOrAfter(dayAfter(first, -margin), { to: dayAfter(after, margin) })],
  }
  return meanings[prefix] ?? []
}
