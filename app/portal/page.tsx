// The launching portal.
import type { Metadata } from 'next'
import { PortalPage } from '#components/portal/portal-page.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { portalTexts } from '#components/texts/portal.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: portalTexts[await requestLanguage()].title,
})

interface PageProps {
  /** next-auth sends people back with `error`; what it says is for the log, not for them. */
  readonly searchParams: Promise<{ readonly error?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  return <PortalPage signInFailed={(await searchParams).error !== undefined} />
}
