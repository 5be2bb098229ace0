// The launching portal.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PortalPage } from '#components/portal/portal-page.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { portalTexts } from '#components/texts/portal.ts'
import type { PortalMe } from '#lib/api/portal.ts'
import { domainFacts, toldWithPage } from '#server/wiring.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: portalTexts[await requestLanguage()].title,
})

interface PageProps {
  /** next-auth sends people back with `error`; what it says is for the log, not for them. */
  readonly searchParams: Promise<{ readonly error?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const me = await toldWithPage<PortalMe>('/portal/api/me', ({ portal }) => portal.me, await headers())
  const { error } = await searchParams
  const missingClaim = error === 'MissingClaim' ? (await domainFacts()).idpClaim : undefined
  return <PortalPage me={me} signInFailed={error !== undefined} missingClaim={missingClaim} />
}
