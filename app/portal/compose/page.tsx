// The composer of launches.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ComposePage } from '#components/portal/compose/compose-page.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { composeTexts } from '#components/texts/compose.ts'
import type { PortalMe } from '#lib/api/portal.ts'
import { domainFacts, toldWithPage } from '#server/wiring.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: composeTexts[await requestLanguage()].title,
})

export default async function Page() {
  const me = await toldWithPage<PortalMe>('/portal/api/me', ({ portal }) => portal.me, await headers())
  return <ComposePage demo={(await domainFacts()).demo} me={me} />
}
