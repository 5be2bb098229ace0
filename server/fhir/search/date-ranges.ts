// Matches indexed dates with date searches (FHIR R4 search.html §3.1.1.4.7). An indexed date is a day, a month or a year; an
// instant; or a span of time. A searched date may be each of them.
import { DAY } from '#lib/clock.ts'
import { dayAfter, daysOf } from '#lib/fhir/days.ts'
import { spanOf, timeText } from '#lib/fhir/search/date-span.ts'
import { invalidParameter, shown } from '../outcome.ts'
import type { ValueRange } from '../store.ts'
import { A_DATE, APPROXIMATE_PART, intervalsOf, prefixedDate } from './date-intervals.ts'

const FIRST = '0000-01-01'
/** Sorts after every date, also after the end of one that goes on. */
const LAST = ':'

/** The ranges of first and last days that a value such as `ge1970-05` covers. Throws FhirError. */
export function dayRanges(name: string, param: string, text: string, now: number): readonly ValueRange[] {
  const { prefix, date } = prefixedDate(text)
  const period = date.includes('T') ? timesOf(date) : wholeDays(date)
  if (!period) throw notADate(name, text)
  const { first, after } = period
  const range = rangeOf(param)
  // A date that ends on a day or later starts, at the earliest, in the year of the day before: no date is longer than a
  // year.
  const endedOnOrAfter = (day: string, more = {}) =>
    range({ from: `${dayAfter(day, -1).slice(0, 4)}-01-01`, endFrom: day, ...more })
  const margin = Math.round((Math.abs(now - Date.parse(first)) * APPROXIMATE_PART) / DAY)
  return meaningOf(prefix, {
    within: period.isWhole ? [range({ from: first, to: after, endTo: after })] : [],
    beginsBefore: range({ to: period.begunBefore }),
    endsAfter: endedOnOrAfter(period.endedAfter),
    isAfter: range({ from: after }),
    isBefore: range({ to: first, endTo: first }),
    isAbout: endedOnOrAfter(dayAfter(first, -margin), { to: dayAfter(after, margin) }),
    nothing: range({ from: LAST }),
  })
}

/** The same for a parameter on spans of time, such as a Period. */
export function spanRanges(name: string, param: string, text: string, now: number): readonly ValueRange[] {
  const { prefix, date } = prefixedDate(text)
  const span = spanOf(date)
  if (!span) throw notADate(name, text)
  const { from, to } = span
  const range = rangeOf(param)
  const wide = Math.abs(now - from) * APPROXIMATE_PART
  // A span that ends at a moment has this moment as its end in the index.
  const [endsBy, endsAfter] = [
    (time: number) => ({ endTo: timeText(time + 1) }),
    (time: number) => ({ endFrom: timeText(time + 1) }),
  ]
  return meaningOf(prefix, {
    within: [range({ from: timeText(from), to: timeText(to), ...endsBy(to) })],
    beginsBefore: range({ to: timeText(from) }),
    endsAfter: range(endsAfter(to)),
    isAfter: range({ from: timeText(to) }),
    isBefore: range({ to: timeText(from), ...endsBy(from) }),
    isAbout: range({ to: timeText(to + wide), ...endsAfter(from - wide) }),
    nothing: range({ from: LAST }),
  })
}

const notADate = (name: string, text: string) => invalidParameter(name, `${name} ${A_DATE}; it is ${shown(text)}.`)

/** A range of a parameter in which everything lies that is not said to lie elsewhere. */
const rangeOf =
  (param: string) =>
  (more: Partial<Omit<ValueRange, 'param'>>): ValueRange => ({
    ...{ param, from: FIRST, to: LAST, endFrom: FIRST, endTo: LAST },
    ...more,
  })

/** What may be asked of an indexed date, beside a searched one. */
interface Asked {
  readonly within: readonly ValueRange[]
  readonly beginsBefore: ValueRange
  readonly endsAfter: ValueRange
  readonly isAfter: ValueRange
  readonly isBefore: ValueRange
  readonly isAbout: ValueRange
  readonly nothing: ValueRange
}

/** The ranges that a prefix asks for (§3.1.1.4.7, the table of prefixes). */
function meaningOf(prefix: string, asked: Asked): readonly ValueRange[] {
  const { within, beginsBefore, endsAfter } = asked
  const meanings: Readonly<Record<string, readonly ValueRange[]>> = {
    eq: within.length > 0 ? within : [asked.nothing],
    ne: [beginsBefore, endsAfter],
    gt: [endsAfter],
    ge: [endsAfter, ...within],
    lt: [beginsBefore],
    le: [beginsBefore, ...within],
    sa: [asked.isAfter],
    eb: [asked.isBefore],
    ap: [asked.isAbout],
  }
  return meanings[prefix] ?? []
}

/** The same for a parameter on instants. */
export const instantRanges = (name: string, param: string, text: string, now: number): readonly ValueRange[] =>
  intervalsOf(name, text, now).map(({ from, to }) => rangeOf(param)({ from: timeText(from), to: timeText(to) }))

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
