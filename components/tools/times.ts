// NumericDates (RFC 7519 §2) for people.
import { instantText } from '#components/fhir/dates.ts'
import type { Language } from '#lib/i18n/language.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
/** Later than this a Date cannot be: milliseconds were meant, or nonsense. */
const LAST_DATE_S = 8.64e12

/** Date and time in the reader's time zone; the number itself when it is no date. */
export function clockText(seconds: number, language: Language): string {
  if (Math.abs(seconds) > LAST_DATE_S) return String(seconds)
  return instantText(new Date(seconds * 1000).toISOString(), language, { seconds: true })
}

/** "in 4 minutes", "2 hours ago"; `seconds` from now. */
export function relativeText(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  return format.format(Math.trunc(seconds / size), unit)
}
