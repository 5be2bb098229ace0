// The span of time that a FHIR date, dateTime or instant covers (FHIR R4 search.html §3.1.1.4.7): 2023-02 is a whole month.
import { DAY, HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { AFTER_ALL_DAYS } from '../days.ts'

/** Epoch milliseconds; the end is not in it. */
export interface DateSpan {
  readonly from: number
  readonly to: number
}

const DATE =
  /^(?!0000)(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+ -](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?)?)?)?$/

/** From the start of a date to its end: 2023-02 is a whole month. Without an offset, UTC. */
export function spanOf(date: string): DateSpan | undefined {
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

/** Before every time that a date can say, in any offset. */
const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z')

/**
 * A time as text that sorts as times do, in the index and in what is searched there. The last day of the year 9999 has more than 24
 * hours: its end is a time, and so is a late hour of it west of Greenwich, while what goes on for ever ends after all of them.
 */
export function timeText(time: number): string {
  const onLastDay = time - LAST_DAY
  if (onLastDay < DAY) return new Date(Math.max(time, FIRST)).toISOString()
  const hours = Math.floor(onLastDay / HOUR)
  return hours < 100
    ? `9999-12-31T${hours}${new Date(onLastDay % HOUR).toISOString().slice('1970-01-01T00'.length)}`
    : AFTER_ALL_DAYS
}
