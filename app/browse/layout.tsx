// The record browser: everything below it is for practitioners and administrators.
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { BrowseGate } from '#components/browse/browse-gate.tsx'
import { browseSessionQuery } from '#components/browse/browse-queries.ts'
import { QueryProvider } from '#components/http/query-provider.tsx'
import { domainFacts, pageQueries } from '#server/next/pages.ts'

const MAY_BROWSE: readonly string[] = ['admin', 'practitioner']

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const { demoLogins } = await domainFacts()
  const queries = pageQueries(await headers())
  await queries.fetchQuery(browseSessionQuery, '/browse/api/session')
  return (
    <QueryProvider state={queries.state()}>
      <BrowseGate demoLogins={demoLogins.filter(({ role }) => MAY_BROWSE.includes(role))}>{children}</BrowseGate>
    </QueryProvider>
  )
}
