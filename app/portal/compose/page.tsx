// The composer of launches.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { QueryProvider } from '#components/http/query-provider.tsx'
import { ComposePage } from '#components/portal/compose/compose-page.tsx'
import { composeTexts } from '#components/portal/compose/texts.ts'
import { meQuery } from '#components/portal/portal-queries.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { domainFacts, pageQueries } from '#server/next/pages.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: composeTexts[await requestLanguage()].title,
})

export default async function Page() {
  const queries = pageQueries(await headers())
  await queries.tell(meQuery, '/portal/api/me')
  return (
    <QueryProvider state={queries.state()}>
      <ComposePage demo={(await domainFacts()).demo} />
    </QueryProvider>
  )
}
