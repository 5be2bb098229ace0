// The record browser: everything below it is for practitioners and administrators.
import type { ReactNode } from 'react'
import { BrowseGate } from '#components/browse/browse-gate.tsx'
import { domainFacts } from '#server/wiring.ts'

const MAY_BROWSE: readonly string[] = ['admin', 'practitioner']

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const { demoLogins } = await domainFacts()
  return <BrowseGate demoLogins={demoLogins.filter(({ role }) => MAY_BROWSE.includes(role))}>{children}</BrowseGate>
}
