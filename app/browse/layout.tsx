// The record browser: everything below it is for practitioners and administrators.
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { BrowseGate } from '#components/browse/browse-gate.tsx'
import { browseSessionQuery } from '#components/browse/browse-queries.ts'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { demoLoginsOf, pageQueries } from '#server/next/page-data.ts'

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const queries = pageQueries(await headers())
  await queries.fetchQuery(browseSessionQuery, '/browse/api/session')
  return (
    <QueryProvider state={queries.state()}>
      <BrowseGate demoLogins={await demoLoginsOf('admin', 'practitioner')}>{children}</BrowseGate>
    </QueryProvider>
  )
}
