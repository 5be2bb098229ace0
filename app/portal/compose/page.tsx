// The composer of launches.
import type { Metadata } from 'next'
import { ComposePage } from '#components/portal/compose/compose-page.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { composeTexts } from '#components/texts/compose.ts'
import { domainFacts } from '#server/wiring.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: composeTexts[await requestLanguage()].title,
})

export default async function Page() {
  return <ComposePage demo={(await domainFacts()).demo} />
}
