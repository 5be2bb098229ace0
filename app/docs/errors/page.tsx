// Every kind of OAuth error.
import type { Metadata } from 'next'
import { contentsOf } from '#components/docs/contents.ts'
import { ErrorList } from '#components/docs/error-list.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { documentTitles } from '#server/next/documents.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: docsTexts[await requestLanguage()].errors })

export default async function Page() {
  const language = await requestLanguage()
  const texts = docsTexts[language]
  return <ErrorList texts={texts} contents={contentsOf(await documentTitles(), texts)} language={language} />
}
