// How a moment is written, by pages with script and without.
import type { Language } from './language.ts'

/** The locale in which Intl writes a moment, by the language of the page. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', nl: 'nl-NL' }

/** The one form of a moment in the zone of the reader, which is named. */
export const INSTANT_FORM = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions

/** A moment in English to the second, in the zone of this machine, which is named: for a terminal. `at` is RFC 3339 or epoch milliseconds. */
export const moment = (at: number | string): string =>
  new Intl.DateTimeFormat(LOCALES.en, { ...INSTANT_FORM, day: '2-digit', second: '2-digit' }).format(new Date(at))

/** A day, `1986-04-12`, in words. */
export const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** The moment in UTC, as `2026-11-16 08:00:05 UTC`; undefined for a day without a time. */
export function utcText(instant: string): string | undefined {
  const time = new Date(instant)
  if (!instant.includes('T') || Number.isNaN(time.getTime())) return undefined
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
