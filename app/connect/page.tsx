// Connecting an app of one's own.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ConnectPage } from '#components/connect/connect-page.tsx'
import { meQuery } from '#components/connect/connect-queries.ts'
import { connectTexts } from '#components/connect/texts.ts'
import { QueryProvider } from '#components/http/query-provider.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { domainFacts, pageQueries } from '#server/next/pages.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: connectTexts[await requestLanguage()].title })

export default async function Page() {
  const queries = pageQueries(await headers())
  await queries.tell(meQuery, '/connect/api/me')
  return (
    <QueryProvider state={queries.state()}>
      <ConnectPage fhirBase={(await domainFacts()).fhirBase} />
    </QueryProvider>
  )
}
