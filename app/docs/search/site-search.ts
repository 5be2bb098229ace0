// The search of the site in each language. It is made when somebody first looks for something, and kept.
import { findableIn } from '#components/docs/findable.ts'
import { type SitePage, sitePages } from '#components/docs/site-pages.ts'
import { docsTexts } from '#components/docs/texts.ts'
import { type Found, type Search, searchIn } from '#lib/docs/search.ts'
import type { Language } from '#lib/i18n/language.ts'
import { allDocuments } from '#server/next/documents.ts'
import { accountOfPage, apiDescription, domainFacts } from '#server/next/page-data.ts'

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
  const [search, isFor] = await Promise.all([searchOf(language), pagesOf(headers)])
  return search(query, isFor)
}

/** The pages that a visitor may go to, in the order of the navigation. */
export async function pagesFor(headers: Headers, language: Language): Promise<readonly Found<SitePage>[]> {
  const isFor = await pagesOf(headers)
  return sitePages(language).flatMap((page) => (isFor(page) ? [{ ...page, excerpt: [] }] : []))
}

async function pagesOf(headers: Headers): Promise<(page: SitePage) => boolean> {
  const role = (await accountOfPage(headers))?.role
  const place = role && role in PLACES ? PLACES[role as keyof typeof PLACES] : undefined
  return ({ only }) => only === undefined || only === place
}
