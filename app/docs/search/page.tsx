// The results of a search of the documentation, for ?q=
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { contentsOf } from '#components/docs/contents.ts'
import { SearchPage } from '#components/docs/search-page.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { LONGEST_QUERY } from '#lib/docs/search.ts'
import { allDocuments } from '#server/next/documents.ts'
import { findFor } from './site-search.ts'

interface PageProps {
  readonly searchParams: Promise<{ readonly q?: string | readonly string[] }>
}

const queryOf = async ({ searchParams }: PageProps): Promise<string> =>
  String((await searchParams).q ?? '')
    .trim()
    .slice(0, LONGEST_QUERY)

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { search: title } = docsTexts[await requestLanguage()]
  const query = await queryOf(props)
  return { title: query ? `${query} · ${title}` : title, robots: { index: false } }
}

export default async function Page(props: PageProps) {
  const language = await requestLanguage()
  const texts = docsTexts[language]
  const query = await queryOf(props)
  const found = await findFor(await headers(), language, query)
  const contents = contentsOf(await allDocuments(language), texts)
  return <SearchPage texts={texts} contents={contents} query={query} found={found} />
}
