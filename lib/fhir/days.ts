// The days that a FHIR date covers, which may lack its day or month (FHIR R4 datatypes.html "date").
import { DAY } from '#lib/clock.ts'

export interface Days {
  /** YYYY-MM-DD. */
  readonly first: string
  /** YYYY-MM-DD, the same as the first for a whole date. */
  readonly last: string
}

const DATE = /^(?!0000)(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/** The days of a date such as 2023-02; undefined for an invalid date. */
export function daysOf(date: string): Days | undefined {
  const [, year, month, day] = DATE.exec(date) ?? []
  if (year === undefined) return undefined
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`
  const last = day === undefined ? `${year}-${month ?? '12'}-${lastDay(year, month ?? '12')}` : first
  return isDay(first) ? { first, last } : undefined
}

const lastDay = (year: string, month: string): string =>
  String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()).padStart(2, '0')

/** True for a complete, existing date, YYYY-MM-DD; `Date.parse` takes 2026-02-30 for the 2nd of March. */
export function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

const FIRST_DAY = Date.parse('0000-01-01T00:00:00Z')
const LAST_DAY = Date.UTC(9999, 11, 31)

/** After the last day that has a four-digit year, also in text order. */
export const AFTER_ALL_DAYS = '9999-12-32'

/** The day that is some days after another one; not before or after all days that can be written with four digits. */
export function dayAfter(day: string, days = 1): string {
  const from = day === AFTER_ALL_DAYS ? LAST_DAY + DAY : Date.parse(`${day}T00:00:00Z`)
  const time = from + days * DAY
  if (time > LAST_DAY) return AFTER_ALL_DAYS
  return time < FIRST_DAY ? '0000-01-01' : new Date(time).toISOString().slice(0, 10)
}
