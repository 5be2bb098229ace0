// The launching portal.
import { headers } from 'next/headers'
import { PortalPage } from '#components/portal/portal-page.tsx'
import { meQuery } from '#components/portal/portal-queries.ts'
import { portalTexts } from '#components/portal/texts.ts'
import { titled } from '#components/shell/page-title.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { domainFacts, pageQueries } from '#server/next/pages.ts'

export const generateMetadata = titled(portalTexts, ({ title }) => title)

interface PageProps {
  /**
   * next-auth returns with `error`, whose details are for the log only. `sign-in` asks for a log-in regardless of a session;
   * `go-on` means that a session ended, and a task is opened after the log-in.
   */
  readonly searchParams: Promise<Readonly<Partial<Record<'error' | 'sign-in' | 'go-on', string | string[]>>>>
}

export default async function Page({ searchParams }: PageProps) {
  const queries = pageQueries(await headers())
  await queries.fetchQuery(meQuery, '/portal/api/me')
  const asked = await searchParams
  const missingClaim = asked.error === 'MissingClaim' ? (await domainFacts()).idpClaim : undefined
  return (
    <QueryProvider state={queries.state()}>
      <PortalPage
        signInFailed={asked.error !== undefined}
        missingClaim={missingClaim}
        signIn={asked['go-on'] !== undefined ? 'go-on' : asked['sign-in'] !== undefined ? 'asked' : undefined}
      />
    </QueryProvider>
  )
}
