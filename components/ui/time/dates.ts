// FHIR dates in a person's language. Partial dates (`1986`, `1986-04`) stay as precise as they are, and what is no day as it is written.

import { isDay } from '#lib/fhir/days.ts'
import { INSTANT_FORM, LOCALES } from '#lib/i18n/instants.ts'
import type { Language } from '#lib/i18n/language.ts'

const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/

const formats = new Map<string, Intl.DateTimeFormat>()

/** The form of a moment in a language, made once: making it costs many times what it takes to write a date. */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], options)
  formats.set(key, format)
  return format
}

/** A FHIR `date`, written out; `medium` has a short month, for a column. */
export function dateText(date: string, language: Language, dateStyle: 'long' | 'medium' = 'long'): string {
  if (!isDay(date)) return date
  return formatOf(language, { dateStyle, timeZone: 'UTC' }).format(new Date(date))
}

/** True for a FHIR `date` that was over before `today`: a year or a month lasts until its end (FHIR R4 datatypes.html#Period). */
export const isOver = (date: string, today: string): boolean => date < today.slice(0, date.length)

interface InstantOptions {
  /** True to show seconds, for events that are seconds apart. */
  readonly seconds?: boolean
  /** The browser's own unless another one is named. */
  readonly timeZone?: string
}

/** A FHIR `dateTime` or `instant` in the browser's own zone, which is named. Pages show it by components/ui/time/moment.tsx. */
export function instantText(instant: string, language: Language, options: InstantOptions = {}): string {
  const time = new Date(instant)
  if (!instant.includes('T')) return dateText(instant, language)
  if (Number.isNaN(time.getTime())) return instant
  const { seconds = false, timeZone } = options
  return formatOf(language, {
    ...INSTANT_FORM,
    ...(seconds ? { second: '2-digit' as const } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(time)
}

/** The time of the day of an instant in the browser's own zone, which is named. */
export const clockText = (
  instant: string,
  language: Language,
  { timeZone }: Pick<InstantOptions, 'timeZone'> = {},
): string =>
  formatOf(language, {
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
    timeZoneName: 'short',
  }).format(new Date(instant))

/** Full years since a birth date; undefined when the date is partial or in the future. */
export function ageOn(birthDate: string, today: Date): number | undefined {
  if (!FULL_DATE.test(birthDate)) return undefined
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
  const had = today.getMonth() + 1 > month || (today.getMonth() + 1 === month && today.getDate() >= day)
  const age = today.getFullYear() - year - (had ? 0 : 1)
  return age < 0 ? undefined : age
}
