// The composer of launches.
import { headers } from 'next/headers'
import { ComposePage } from '#components/portal/compose/compose-page.tsx'
import { composeTexts } from '#components/portal/compose/texts.ts'
import { meQuery } from '#components/portal/portal-queries.ts'
import { titled } from '#components/shell/page-title.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { pageQueries } from '#server/next/page-data.ts'

export const generateMetadata = titled(composeTexts, ({ title }) => title)

export default async function Page() {
  const queries = pageQueries(await headers())
  await queries.fetchQuery(meQuery, '/portal/api/me')
  return (
    <QueryProvider state={queries.state()}>
      <ComposePage />
    </QueryProvider>
  )
}
