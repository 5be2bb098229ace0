// Connecting an app of one's own.
import { headers } from 'next/headers'
import { ConnectPage } from '#components/connect/connect-page.tsx'
import { meQuery } from '#components/connect/connect-queries.ts'
import { connectTexts } from '#components/connect/texts.ts'
import { titled } from '#components/shell/page-title.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { domainFacts, pageQueries } from '#server/next/page-data.ts'

export const generateMetadata = titled(connectTexts, ({ title }) => title)

export default async function Page() {
  const queries = pageQueries(await headers())
  await queries.fetchQuery(meQuery, '/connect/api/me')
  return (
    <QueryProvider state={queries.state()}>
      <ConnectPage fhirBase={(await domainFacts()).fhirBase} />
    </QueryProvider>
  )
}
