// The two languages of the screens, and the choice between them for a request.
import { portMark, readCookie } from '../cookies.ts'

/** The language tags (RFC 5646) that every catalogue has. */
export const LANGUAGES = ['en', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

/** A catalogue in every language: a missing key does not compile. */
export type Catalogue<Texts> = Readonly<Record<Language, Texts>>

/** The cookie by which a person chooses the language of the site at `url`; not a secret, and readable by script. */
export const languageCookie = (url: string): string => `${portMark(url)}slipway-language`

const isLanguage = (text: string | undefined): text is Language =>
  (LANGUAGES as readonly (string | undefined)[]).includes(text)

type HeaderReader = { readonly get: (name: string) => string | null }

/** The language of a request: the person's choice at this site, else the preferred one. */
export function languageOf({ url, headers }: { readonly url: string; readonly headers: HeaderReader }): Language {
  const chosen = readCookie(headers, languageCookie(url))
  return isLanguage(chosen) ? chosen : preferredLanguage(headers)
}

/** The best of Accept-Language, else English. */
export function preferredLanguage(headers: HeaderReader): Language {
  const ranges = (headers.get('accept-language') ?? '').split(',').map((range) => {
    const [tag = '', ...options] = range.trim().split(';')
    const q = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find((value) => value !== undefined)
    return { language: tag.slice(0, 2).toLowerCase(), q: q === undefined ? 1 : Number(q) }
  })
  return (
    (ranges.filter(({ language, q }) => isLanguage(language) && q > 0).sort((a, b) => b.q - a.q)[0]
      ?.language as Language) ?? 'en'
  )
}
