// Every kind of OAuth error.
import { contentsOf } from '#components/docs/contents.ts'
import { ErrorList } from '#components/docs/error-list.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { titled } from '#components/shell/page-title.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { allDocuments } from '#server/next/documents.ts'

export const generateMetadata = titled(docsTexts, ({ errors }) => errors)

export default async function Page() {
  const language = await requestLanguage()
  const texts = docsTexts[language]
  return <ErrorList texts={texts} contents={contentsOf(await allDocuments(language), texts)} language={language} />
}
