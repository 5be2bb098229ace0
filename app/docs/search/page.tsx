// The results of a search of the documentation, for ?q=
import type { Metadata } from 'next'
import { contentsOf } from '#components/docs/contents.ts'
import { findableIn } from '#components/docs/findable.ts'
import { SearchPage } from '#components/docs/search-page.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { search } from '#lib/docs/search.ts'
import { allDocuments } from '#server/next/documents.ts'
import { apiDescription, domainFacts } from '#server/next/pages.ts'

interface PageProps {
  readonly searchParams: Promise<{ readonly q?: string | readonly string[] }>
}

/** A longer query is cut off. */
const MOST_CHARACTERS = 100

const queryOf = async ({ searchParams }: PageProps): Promise<string> =>
  String((await searchParams).q ?? '')
    .trim()
    .slice(0, MOST_CHARACTERS)

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { search: title } = docsTexts[await requestLanguage()]
  const query = await queryOf(props)
  return { title: query ? `${title}: ${query}` : title, robots: { index: false } }
}

export default async function Page(props: PageProps) {
  const language = await requestLanguage()
  const texts = docsTexts[language]
  const query = await queryOf(props)
  const documents = await allDocuments(language)
  const entries = findableIn({ documents, api: await apiDescription(), own: await domainFacts(), texts, language })
  const contents = contentsOf(documents, texts)
  return <SearchPage texts={texts} contents={contents} query={query} found={search(entries, query)} />
}
