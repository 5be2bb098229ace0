// The operations of one tag of the API.
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ApiTag } from '#components/docs/api-tag.tsx'
import { contentsOf } from '#components/docs/contents.ts'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { slugOfTag } from '#lib/docs/api-tags.ts'
import { allDocuments } from '#server/next/documents.ts'
import { apiDescription } from '#server/next/page-data.ts'

interface PageProps {
  readonly params: Promise<{ readonly tag: string }>
}

async function described({ params }: PageProps) {
  const { tag: slug } = await params
  const api = await apiDescription()
  const tag = api.tags.find(({ name }) => slugOfTag(name) === slug)
  return tag ? { api, tag } : notFound()
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { tag } = await described(props)
  return { title: `${tag.name} · API` }
}

export default async function Page(props: PageProps) {
  const { api, tag } = await described(props)
  const language = await requestLanguage()
  const texts = docsTexts[language]
  return <ApiTag api={api} tag={tag} texts={texts} contents={contentsOf(await allDocuments(language), texts)} />
}
