// A moment to the second, by the clock of whoever looks: tries of a notification are seconds apart.
import type { Language } from '#lib/i18n/language.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', nl: 'nl-NL' }

/** `instant`: RFC 3339. */
export function momentText(instant: string, language: Language): string {
  const time = new Date(instant)
  const isToday = time.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(LOCALES[language], {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).format(time)
}
