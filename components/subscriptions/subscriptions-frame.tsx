// The frame of the pages of Subscriptions: a visitor signs in first, and an administrator finds the other places of the console.
'use client'

import type { ReactNode } from 'react'
import { ConsolePlaces } from '#components/admin/console-places.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import { DemoAccess } from '#components/ui/session/demo-access.tsx'
import type { DemoLogin } from '#components/ui/session/demo-logins.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

interface SubscriptionsFrameProps {
  /** Logins of the demo that see everything; empty outside of it. */
  readonly demoLogins: readonly DemoLogin[]
  readonly children: ReactNode
}

/** The API decides on access; this spares a visitor a request with a known answer. */
export function SubscriptionsFrame({ demoLogins, children }: SubscriptionsFrameProps) {
  const account = useAccount()
  if (!account) return <SignedOut demoLogins={demoLogins} />
  return (
    <>
      {consolePlaceOf(account) === 'console' && <ConsolePlaces />}
      <div className={layout.page}>{children}</div>
    </>
  )
}

function SignedOut({ demoLogins }: Pick<SubscriptionsFrameProps, 'demoLogins'>) {
  const texts = useTexts(subscriptionTexts)
  return (
    <div className={layout.page}>
      <div className={classes.intro}>
        <h1>{texts.title}</h1>
        <p className={layout.quiet}>{texts.lead}</p>
        <p>{texts.signInText}</p>
      </div>
      <SignInCard />
      <DemoAccess logins={demoLogins} />
    </div>
  )
}
