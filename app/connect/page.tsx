// Connecting an app of one's own.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ConnectPage } from '#components/connect/connect-page.tsx'
import { connectTexts } from '#components/connect/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import type { ConnectMe } from '#lib/api/connect.ts'
import { domainFacts, toldWithPage } from '#server/domain/domain.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: connectTexts[await requestLanguage()].title })

export default async function Page() {
  const me = await toldWithPage<ConnectMe>('/connect/api/me', await headers())
  return <ConnectPage me={me} fhirBase={(await domainFacts()).fhirBase} />
}
