// The front of the documentation.
import type { Metadata } from 'next'
import { contentsOf } from '#components/docs/contents.ts'
import { DocsIndex } from '#components/docs/docs-index.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { documentTitles } from '#server/next/documents.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: docsTexts[await requestLanguage()].title })

export default async function Page() {
  const texts = docsTexts[await requestLanguage()]
  return <DocsIndex texts={texts} contents={contentsOf(await documentTitles(), texts)} />
}
