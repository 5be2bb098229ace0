// Date searches as time intervals (FHIR R4 search.html §3.1.1.4.7): prefixes and partial dates, such as ge2023-02.
import { DAY, HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { invalidParameter, shown } from '../outcome.ts'
import type { Interval } from '../store.ts'

const NEVER = Number.MIN_SAFE_INTEGER
const FOREVER = Number.MAX_SAFE_INTEGER
/** The range of "approximately": a tenth of the time between then and now, as R4 recommends. */
export const APPROXIMATE_PART = 0.1

/** The expectation in refusals of a date parameter. */
export const A_DATE =
  'must be a year, month, day or instant, such as 2026, 2026-02-07 or 2026-02-07T13:28:00+01:00, with or without a prefix such as ge'

const PREFIXED = /^(eq|ne|gt|lt|ge|le|sa|eb|ap)?(\d{4}.*)$/
const DATE =
  /^(?!0000)(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+ -](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?)?)?)?$/

/** The prefix and the date of a value; the date is empty when the value has another form. */
export function prefixedDate(value: string): { readonly prefix: string; readonly date: string } {
  const [, prefix = 'eq', date = ''] = PREFIXED.exec(value) ?? []
  return { prefix, date }
}

/** The times that a parameter value such as `ge2023-02` covers; disjoint and ascending. Throws FhirError. */
export function intervalsOf(name: string, value: string, now: number): readonly Interval[] {
  const { prefix, date } = prefixedDate(value)
  const span = spanOf(date)
  if (!span) throw invalidParameter(name, `${name} ${A_DATE}; it is ${shown(value)}.`)
  const { from, to } = span
  const wide = Math.abs(now - from) * APPROXIMATE_PART
  const meanings: Readonly<Record<string, readonly Interval[]>> = {
    eq: [span],
    ne: [
      { from: NEVER, to: from },
      { from: to, to: FOREVER },
    ],
    gt: [{ from: to, to: FOREVER }],
    sa: [{ from: to, to: FOREVER }],
    ge: [{ from, to: FOREVER }],
    lt: [{ from: NEVER, to: from }],
    eb: [{ from: NEVER, to: from }],
    le: [{ from: NEVER, to }],
    ap: [{ from: from - wide, to: to + wide }],
  }
  return meanings[prefix] ?? []
}

/** From the start of a date to its end: 2023-02 is a whole month. Without an offset, UTC. */
export function spanOf(date: string): Interval | undefined {
  const match = DATE.exec(date)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, fraction, zone] = match
  const parts = [
    Number(year),
    Number(month ?? 1) - 1,
    Number(day ?? 1),
    Number(hour ?? 0),
    Number(minute ?? 0),
  ] as const
  const seconds = Number(second ?? 0)
  const ms = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))
  const local = utc(...parts, seconds, ms)
  if (local === undefined) return undefined
  const from = local - offsetOf(zone)
  if (hour === undefined) return { from, to: endOfDate(parts, month !== undefined, day !== undefined) }
  const width = second === undefined ? MINUTE : fraction === undefined ? SECOND : 10 ** Math.max(0, 3 - fraction.length)
  return { from, to: from + width }
}

type DateParts = readonly [number, number, number, number, number]

function endOfDate([year, month, day]: DateParts, hasMonth: boolean, hasDay: boolean): number {
  if (hasDay) return timeOf(year, month, day) + DAY
  return hasMonth ? timeOf(year, month + 1, 1) : timeOf(year + 1, 0, 1)
}

/** Epoch milliseconds. Date.UTC would move years before 100 to the twentieth century. */
const timeOf = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0, ms = 0): number =>
  new Date(Date.UTC(LEAP_YEAR, month, day, hour, minute, second, ms)).setUTCFullYear(year, month, day)

/** A year that has every possible day. */
const LEAP_YEAR = 2000

/** Epoch milliseconds; undefined for a date that does not exist, such as the 30th of February. */
function utc(year: number, month: number, day: number, hour: number, minute: number, second: number, ms: number) {
  if (hour > 23 || minute > 59 || second > 60) return undefined // 60 is a leap second.
  const date = new Date(timeOf(year, month, day))
  const isDay = date.getUTCMonth() === month && date.getUTCDate() === day
  return isDay ? timeOf(year, month, day, hour, minute, second, ms) : undefined
}

/** Milliseconds east of UTC. An unescaped plus in the URL arrives as a space. */
function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const [hours = '0', minutes = '0'] = zone.slice(1).split(':')
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE
  return zone.startsWith('-') ? -size : size
}

/** The union of intervals (OR): disjoint and ascending. */
export function union(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = []
  for (const next of [...intervals].filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && next.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, next.to) }
    else merged.push(next)
  }
  return merged
}

/** The intersection (AND). */
export const intersection = (one: readonly Interval[], other: readonly Interval[]): readonly Interval[] =>
  union(one.flatMap((a) => other.map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }))))
