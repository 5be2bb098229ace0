// The record browser: everything below it is for practitioners and administrators.
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { BrowseGate } from '#components/browse/browse-gate.tsx'
import type { BrowseSession } from '#lib/api/browse.ts'
import { domainFacts, toldWithPage } from '#server/domain/domain.ts'

const MAY_BROWSE: readonly string[] = ['admin', 'practitioner']

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const { demoLogins } = await domainFacts()
  const session = await toldWithPage<BrowseSession>('/browse/api/session', await headers())
  return (
    <BrowseGate session={session} demoLogins={demoLogins.filter(({ role }) => MAY_BROWSE.includes(role))}>
      {children}
    </BrowseGate>
  )
}
