// The composer of launches.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ComposePage } from '#components/portal/compose/compose-page.tsx'
import { composeTexts } from '#components/portal/compose/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import type { PortalMe } from '#lib/api/portal.ts'
import { domainFacts, toldWithPage } from '#server/domain/domain.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: composeTexts[await requestLanguage()].title,
})

export default async function Page() {
  const me = await toldWithPage<PortalMe>('/portal/api/me', await headers())
  return <ComposePage demo={(await domainFacts()).demo} me={me} />
}
