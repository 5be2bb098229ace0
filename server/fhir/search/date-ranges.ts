// Matches indexed dates with date searches (FHIR R4 search.html §3.1.1.4.7). An indexed date is a day, a month or a
// year; a searched date may also be a time of day.
import { DAY } from '#lib/clock.ts'
import { AFTER_ALL_DAYS, dayAfter, daysOf } from '#lib/fhir/days.ts'
import { invalidParameter, shown } from '../outcome.ts'
import type { ValueRange } from '../store.ts'
import { A_DATE, APPROXIMATE_PART, intervalsOf, prefixedDate, spanOf } from './date-intervals.ts'

const FIRST = '0000-01-01'

/** The ranges of first and last days that a value such as `ge1970-05` covers. Throws FhirError. */
export function dateRanges(name: string, param: string, text: string, now: number): readonly ValueRange[] {
  const { prefix, date } = prefixedDate(text)
  const period = date.includes('T') ? timesOf(date) : wholeDays(date)
  if (!period) throw invalidParameter(name, `${name} ${A_DATE}; it is ${shown(text)}.`)
  const { first, after } = period
  const range = (more: Partial<Omit<ValueRange, 'param'>>): ValueRange => ({
    ...{ param, from: FIRST, to: AFTER_ALL_DAYS, endFrom: FIRST, endTo: AFTER_ALL_DAYS },
    ...more,
  })
  const within = period.isWhole ? [range({ from: first, to: after, endTo: after })] : []
  const begunBefore = range({ to: period.begunBefore })
  // A date that ends on a day or later starts, at the earliest, in the year of the day before: no date is longer than a
  // year.
  const endedOnOrAfter = (day: string, more = {}) =>
    range({ from: `${dayAfter(day, -1).slice(0, 4)}-01-01`, endFrom: day, ...more })
  const endedAfter = endedOnOrAfter(period.endedAfter)
  const margin = Math.round((Math.abs(now - Date.parse(first)) * APPROXIMATE_PART) / DAY)
  const meanings: Readonly<Record<string, readonly ValueRange[]>> = {
    eq: within.length > 0 ? within : [range({ from: AFTER_ALL_DAYS })],
    ne: [begunBefore, endedAfter],
    gt: [endedAfter],
    ge: [endedAfter, ...within],
    lt: [begunBefore],
    le: [begunBefore, ...within],
    sa: [range({ from: after })],
    eb: [range({ to: first, endTo: first })],
    ap: [endedOnOrAfter(dayAfter(first, -margin), { to: dayAfter(after, margin) })],
  }
  return meanings[prefix] ?? []
}

/** The same for a parameter on instants. */
export const instantRanges = (name: string, param: string, text: string, now: number): readonly ValueRange[] =>
  intervalsOf(name, text, now).map(({ from, to }) => ({
    ...{ param, from: instantOf(from), to: instantOf(to) },
    ...{ endFrom: '', endTo: AFTER_ALL_DAYS },
  }))

/** A time in its indexed form. The start of a day is the day itself, which sorts before every instant in it. */
function instantOf(time: number): string {
  if (time < FIRST_TIME) return ''
  return time < LAST_TIME ? new Date(time).toISOString().replace('T00:00:00.000Z', '') : AFTER_ALL_DAYS
}

/** The dates of a search, as days. */
interface Wanted {
  readonly first: string
  /** The day after the last day. */
  readonly after: string
  /** True when it starts and ends with a day: a day is never within a part of a day. */
  readonly isWhole: boolean
  /** A date that starts before this day starts before the searched period. */
  readonly begunBefore: string
  /** A date that ends on this day or later ends after the searched period. */
  readonly endedAfter: string
}

function wholeDays(date: string): Wanted | undefined {
  const days = daysOf(date)
  if (!days) return undefined
  const { first } = days
  const after = dayAfter(days.last)
  return { first, after, isWhole: true, begunBefore: first, endedAfter: after }
}

/** A time of day in UTC: a second, a minute, or less. */
function timesOf(date: string): Wanted | undefined {
  const span = spanOf(date)
  if (!span || span.from < FIRST_TIME || span.to > LAST_TIME) return undefined
  const first = dayOf(span.from)
  const after = dayAfter(first)
  return {
    first,
    after,
    isWhole: false,
    begunBefore: span.from % DAY === 0 ? first : after,
    endedAfter: span.to % DAY === 0 ? after : first,
  }
}

/** Days with a four-digit year, in any offset. */
const [FIRST_TIME, LAST_TIME] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z') + DAY]

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)
