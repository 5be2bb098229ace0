// Connecting an app of one's own.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ConnectPage } from '#components/connect/connect-page.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { connectTexts } from '#components/texts/connect.ts'
import type { ConnectMe } from '#lib/api/connect.ts'
import { domainFacts, toldWithPage } from '#server/wiring.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: connectTexts[await requestLanguage()].title })

export default async function Page() {
  const me = await toldWithPage<ConnectMe>('/connect/api/me', ({ connect }) => connect.handle, await headers())
  return <ConnectPage me={me} fhirBase={(await domainFacts()).fhirBase} />
}
