// Durations as people read them, in the language of the page.
import { HOUR, MINUTE, SECOND } from '../clock.ts'
import type { Language } from './language.ts'

const HOURS: Readonly<Record<Language, string>> = { en: 'h', nl: 'u' }

/** A duration in milliseconds in its two largest units: `812 ms`, `31.2 s`, `5 min 3 s`, `2 h 10 min`. */
export function durationText(ms: number, language: Language): string {
  if (ms < SECOND) return `${ms} ms`
  if (ms < MINUTE) return `${secondsText(ms, language)} s`
  const [whole, unit, part, unitOfPart] =
    ms < HOUR ? [MINUTE, 'min', SECOND, 's'] : [HOUR, HOURS[language], MINUTE, 'min']
  return `${Math.floor(ms / whole)} ${unit} ${Math.floor((ms % whole) / part)} ${unitOfPart}`
}

/** Seconds with one decimal, rounded down so that they never say a minute. */
const secondsText = (ms: number, language: Language): string =>
  (Math.floor(ms / 100) / 10).toLocaleString(language, { minimumFractionDigits: 1 })
