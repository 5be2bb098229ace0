// The launching portal.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PortalPage } from '#components/portal/portal-page.tsx'
import { portalTexts } from '#components/portal/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import type { PortalMe } from '#lib/api/portal.ts'
import { domainFacts, toldWithPage } from '#server/domain/domain.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: portalTexts[await requestLanguage()].title,
})

interface PageProps {
  /**
   * next-auth sends people back with `error`; what it says is for the log, not for them. With `sign-in` who it is is asked, whoever
   * was here before; with `go-on` because a session ended, and a task is opened after it.
   */
  readonly searchParams: Promise<Readonly<Partial<Record<'error' | 'sign-in' | 'go-on', string | string[]>>>>
}

export default async function Page({ searchParams }: PageProps) {
  const me = await toldWithPage<PortalMe>('/portal/api/me', await headers())
  const asked = await searchParams
  const missingClaim = asked.error === 'MissingClaim' ? (await domainFacts()).idpClaim : undefined
  return (
    <PortalPage
      me={me}
      signInFailed={asked.error !== undefined}
      missingClaim={missingClaim}
      signIn={asked['go-on'] !== undefined ? 'go-on' : asked['sign-in'] !== undefined ? 'asked' : undefined}
    />
  )
}
