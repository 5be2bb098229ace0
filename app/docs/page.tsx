// The front of the documentation.
import { contentsOf } from '#components/docs/contents.ts'
import { DocsIndex } from '#components/docs/docs-index.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { titled } from '#components/shell/page-title.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { allDocuments } from '#server/next/documents.ts'

export const generateMetadata = titled(docsTexts, ({ title }) => title)

export default async function Page() {
  const language = await requestLanguage()
  const texts = docsTexts[language]
  return <DocsIndex texts={texts} contents={contentsOf(await allDocuments(language), texts)} />
}
