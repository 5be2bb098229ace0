// The search of the site in each language. It is made when somebody first looks for something, and kept.
import { findableIn } from '#components/docs/findable.ts'
import type { SitePage } from '#components/docs/site-pages.ts'
import { docsTexts } from '#components/docs/texts.ts'
import { type Found, type Search, searchIn } from '#lib/docs/search.ts'
import type { Language } from '#lib/i18n/language.ts'
import { allDocuments } from '#server/next/documents.ts'
import { accountOfPage, apiDescription, domainFacts } from '#server/next/pages.ts'

const searches = new Map<Language, Promise<Search<SitePage>>>()

async function newSearch(language: Language): Promise<Search<SitePage>> {
  const texts = docsTexts[language]
  const [documents, api, own] = await Promise.all([allDocuments(language), apiDescription(), domainFacts()])
  return searchIn(findableIn({ documents, api, own, texts, language }))
}

function searchOf(language: Language): Promise<Search<SitePage>> {
  // In development a document is edited while the server runs.
  const search = (process.env.NODE_ENV === 'production' && searches.get(language)) || newSearch(language)
  searches.set(language, search)
  search.catch(() => searches.delete(language))
  return search
}

const PLACES = { admin: 'console', auditor: 'audit' } as const

/** What a visitor may find: the pages of the console are found by those for whom they are. */
export async function findFor(
  headers: Headers,
  language: Language,
  query: string,
): Promise<readonly Found<SitePage>[]> {
  const [search, account] = await Promise.all([searchOf(language), accountOfPage(headers)])
  const place = account?.role && account.role in PLACES ? PLACES[account.role as keyof typeof PLACES] : undefined
  return search(query, ({ only }) => only === undefined || only === place)
}
