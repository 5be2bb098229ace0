// The API reference, from the description that /openapi.json gives.
import type { Metadata } from 'next'
import { ApiReference } from '#components/docs/api-reference.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { apiDescription } from '#server/next/pages.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: docsTexts[await requestLanguage()].api })

export default async function Page() {
  return <ApiReference api={await apiDescription()} texts={docsTexts[await requestLanguage()]} />
}
