// Access to the record browser, for practitioners and administrators only; others read who may enter.
'use client'

import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { DemoAccess } from '#components/ui/session/demo-access.tsx'
import type { DemoLogin } from '#components/ui/session/demo-logins.tsx'
import { SignInAsOther } from '#components/ui/session/sign-in-as-other.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import classes from './browse.module.css'
import { BrowseProvider } from './browse-context.tsx'
import { browseSessionQuery } from './browse-queries.ts'
import { browseTexts } from './texts.ts'

interface BrowseGateProps {
  /** Demo log-ins with access; empty outside of the demo. */
  readonly demoLogins: readonly DemoLogin[]
  readonly children: ReactNode
}

export function BrowseGate({ demoLogins, children }: BrowseGateProps) {
  const session = useQuery({ ...browseSessionQuery, refetchOnMount: false })
  // Later failures leave the page as it is: a form or a key on it may exist nowhere else.
  if (!session.data) return <Unloaded query={session} />
  if (session.data.access === 'signed_out') return <SignedOut demoLogins={demoLogins} />
  if (session.data.access !== 'open') return <Refused demoLogins={demoLogins} />
  const { fhirBase, role, profiles } = session.data
  return (
    <BrowseProvider fhirBase={fhirBase} mayChange={role === 'admin'} profiles={profiles}>
      <div className={layout.page}>{children}</div>
    </BrowseProvider>
  )
}

function SignedOut({ demoLogins }: Pick<BrowseGateProps, 'demoLogins'>) {
  const texts = useTexts(browseTexts)
  return (
    <div className={layout.page}>
      <div className={classes.head}>
        <h1>{texts.title}</h1>
        <p className={layout.quiet}>{texts.lead}</p>
        <p>{texts.whoMay}</p>
      </div>
      <SignInCard />
      <DemoAccess logins={demoLogins} />
    </div>
  )
}

function Refused({ demoLogins }: Pick<BrowseGateProps, 'demoLogins'>) {
  const texts = useTexts(browseTexts)
  return (
    <div className={layout.page}>
      <Alert color="gray" classNames={{ message: layout.section }}>
        <h1>{texts.refused}</h1>
        <p>{texts.whoMay}</p>
        <p>{texts.refusedText}</p>
      </Alert>
      <SignInAsOther />
      <DemoAccess logins={demoLogins} />
    </div>
  )
}
