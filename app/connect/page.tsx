// Connecting an app of one's own.
import type { Metadata } from 'next'
import { ConnectPage } from '#components/connect/connect-page.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { connectTexts } from '#components/texts/connect.ts'
import { domainFacts } from '#server/wiring.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: connectTexts[await requestLanguage()].title })

export default async function Page() {
  return <ConnectPage fhirBase={(await domainFacts()).fhirBase} />
}
