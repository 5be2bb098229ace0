// The two languages of the screens, and the choice between them for a request.

/** The language tags (RFC 5646) that every catalogue has. */
export const LANGUAGES = ['en', 'nl'] as const
/** A language of the screens. */
export type Language = (typeof LANGUAGES)[number]

/** A catalogue in every language: a missing key does not compile. */
export type Catalogue<Texts> = Readonly<Record<Language, Texts>>

/** The cookie by which a person chooses a language; not a secret, and readable by script. */
export const LANGUAGE_COOKIE = 'slipway-language'

const isLanguage = (text: string | undefined): text is Language =>
  (LANGUAGES as readonly (string | undefined)[]).includes(text)

/** The language of a request: the person's choice, else the best of Accept-Language, else English. */
export function languageOf(headers: { readonly get: (name: string) => string | null }): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(headers.get('cookie') ?? '')?.[1]
  if (isLanguage(chosen)) return chosen
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
