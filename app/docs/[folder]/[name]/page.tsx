// One document of the project.
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DocsPage } from '#components/docs/docs-page.tsx'
import { Markdown } from '#components/docs/markdown.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { findDocument, titleOf } from '#server/next/documents.ts'

interface PageProps {
  readonly params: Promise<{ readonly folder: string; readonly name: string }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { folder, name } = await params
  return { title: titleOf((await findDocument(folder, name)) ?? '') ?? docsTexts[await requestLanguage()].title }
}

export default async function Page({ params }: PageProps) {
  const { folder, name } = await params
  const markdown = await findDocument(folder, name)
  if (markdown === undefined) notFound()
  const texts = docsTexts[await requestLanguage()]
  return (
    <DocsPage texts={texts} title={titleOf(markdown) ?? name} lead={texts.inEnglish}>
      <article lang="en">
        <Markdown text={markdown} />
      </article>
    </DocsPage>
  )
}
