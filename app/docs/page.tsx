// The front of the documentation.
import type { Metadata } from 'next'
import { DocsIndex } from '#components/docs/docs-index.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { listDocuments } from '#server/next/documents.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: docsTexts[await requestLanguage()].title })

export default async function Page() {
  const [howTo, explanation, decisions] = await Promise.all([
    listDocuments('how-to'),
    listDocuments('explanation'),
    listDocuments('decisions'),
  ])
  const texts = docsTexts[await requestLanguage()]
  return <DocsIndex texts={texts} howTo={howTo} explanation={explanation} decisions={decisions} />
}
