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
import { titleFor } from '#lib/docs/dutch-titles.ts'
import { LANGUAGES } from '#lib/i18n/language.ts'
import { allDocuments, findDocument } from '#server/next/documents.ts'
import { accountOfPage, domainFacts, pageQueries } from '#server/next/page-data.ts'

interface PageProps {
  readonly params: Promise<{ readonly folder: string; readonly name: string }>
  readonly searchParams: Promise<{ readonly lang?: string | readonly string[] }>
}

/** In the language that the address asks for, else in that of the reader. */
async function document({ params, searchParams }: PageProps) {
  const { folder, name } = await params
  const { lang } = await searchParams
  const language = LANGUAGES.find((one) => one === lang) ?? (await requestLanguage())
  return (await findDocument(folder, name, language)) ?? notFound()
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const shown = await document(props)
  return { title: titleFor(await requestLanguage(), `${shown.folder}/${shown.name}`, shown).title }
}

export default async function Page(props: PageProps) {
  const shown = await document(props)
  const language = await requestLanguage()
  const texts = docsTexts[language]
  const contents = contentsOf(await allDocuments(language), texts)
  const frame = { texts, contents, language }
  return <DocumentPage document={shown} {...frame} facts={await domainFacts()} app={await ownApp()} />
}

/** The app that the reader connected last; undefined where nobody is known. */
async function ownApp() {
  const request = await headers()
  if (!(await accountOfPage(request))) return undefined
  const apps = await pageQueries(request).fetchQuery<OwnApps>(appsQuery, '/connect/api/apps')
  return apps?.items.at(-1)
}
