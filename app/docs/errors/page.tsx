// Every kind of OAuth error.
import type { Metadata } from 'next'
import { ErrorList } from '#components/docs/error-list.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: docsTexts[await requestLanguage()].errors })

export default async function Page() {
  const language = await requestLanguage()
  return <ErrorList texts={docsTexts[language]} language={language} />
}
