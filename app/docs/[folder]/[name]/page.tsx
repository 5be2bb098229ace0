// One document of the project, with the addresses of this domain, and the app of whoever reads it, in its examples.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { appsQuery } from '#components/connect/connect-queries.ts'
import { contentsOf } from '#components/docs/contents.ts'
import { DocumentPage } from '#components/docs/document-page.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import type { OwnApps } from '#lib/api/connect.ts'
import { documentTitles, findDocument, titleOf } from '#server/next/documents.ts'
import { accountOfPage, domainFacts, pageQueries } from '#server/next/pages.ts'

interface PageProps {
  readonly params: Promise<{ readonly folder: string; readonly name: string }>
}

async function document({ params }: PageProps) {
  const { folder, name } = await params
  return { folder, name, markdown: (await findDocument(folder, name)) ?? notFound() }
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { markdown } = await document(props)
  return { title: titleOf(markdown) ?? docsTexts[await requestLanguage()].title }
}

export default async function Page(props: PageProps) {
  const { folder, name, markdown } = await document(props)
  const texts = docsTexts[await requestLanguage()]
  const contents = contentsOf(await documentTitles(), texts)
  return (
    <DocumentPage {...{ folder, name, markdown, texts, contents }} facts={await domainFacts()} app={await ownApp()} />
  )
}

/** The app that the reader connected last; undefined where nobody is known. */
async function ownApp() {
  const request = await headers()
  if (!(await accountOfPage(request))) return undefined
  const apps = await pageQueries(request).fetchQuery<OwnApps>(appsQuery, '/connect/api/apps')
  return apps?.items.at(-1)
}
