// The types of the records.
import type { Metadata } from 'next'
import { browseTexts } from '#components/browse/texts.ts'
import { TypeOverview } from '#components/browse/type-overview.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: browseTexts[await requestLanguage()].title })

export default function Page() {
  return <TypeOverview />
}
