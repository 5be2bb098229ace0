// The language choice on a page of the identity provider: a link, and the cookie that it sets.
import type { Html } from '#lib/html/html.ts'
import { languageLink } from '#lib/html/pieces.ts'
import { queryParams } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { LANGUAGES, type Language, languageCookie } from '#lib/i18n/language.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import { TEXTS } from './texts.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** The link to the same page in the other language. */
export function languageSwitch(language: Language, page: string, interaction: string | undefined): Html {
  const other = language === 'en' ? 'nl' : 'en'
  const query = interaction === undefined ? { language: other } : { interaction, language: other }
  return languageLink(withQuery(page, query), other, TEXTS[language].otherLanguage)
}

/**
 * When the link above was followed: a redirect to the page itself that stores the language in a cookie. Otherwise
 * undefined. The cookie is not HttpOnly, because it is no secret and the other pages set it by script.
 */
export function switchedLanguage(request: Request, page: string): Response | undefined {
  const params = queryParams(request)
  const language = LANGUAGES.find((known) => known === params.get('language'))
  if (!language) return undefined
  const interaction = params.get('interaction')
  const secure = page.startsWith('https:') ? '; Secure' : ''
  return respondRedirect(request, interaction === undefined ? page : withQuery(page, { interaction }), {
    'set-cookie': `${languageCookie(page)}=${language}; Path=/; SameSite=Lax; Max-Age=${YEAR_S}${secure}`,
  })
}
