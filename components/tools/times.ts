// Elapsed and remaining times in words.
import type { Language } from '#lib/i18n/language.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
/** "in 4 minutes", "2 hours ago"; `seconds` from now. */
export function relativeText(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  return format.format(Math.trunc(seconds / size), unit)
}
