// The message for a viewer without access: who has access, and how to get it.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import { DemoAccess } from '#components/ui/session/demo-access.tsx'
import type { DemoLogin } from '#components/ui/session/demo-logins.tsx'
import { SignInAsOther } from '#components/ui/session/sign-in-as-other.tsx'
import { SignInButton } from '#components/ui/session/sign-in-button.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import { tracesTexts } from './texts.ts'

interface NotYoursProps {
  /** Log-ins of the demo that see every trace; empty outside of it. */
  readonly demoLogins: readonly DemoLogin[]
}

/** In the place of traces that the reader may not see. */
export function NotYours({ demoLogins }: NotYoursProps) {
  const texts = useTexts(tracesTexts)
  const account = useAccount()
  if (account === undefined) return <SignedOut demoLogins={demoLogins} />
  const isAuditor = consolePlaceOf(account) === 'audit'
  return (
    <section className={layout.card} aria-labelledby="not-yours">
      <h1 id="not-yours">{texts.notYours}</h1>
      <p>{texts.signedInAs(account.name)}</p>
      <p>{isAuditor ? texts.auditorText : texts.notYoursText}</p>
      <SignInButtons />
    </section>
  )
}

function SignedOut({ demoLogins }: NotYoursProps) {
  const texts = useTexts(tracesTexts)
  return (
    <div className={layout.page}>
      <h1>{texts.signInForTraces}</h1>
      <p>{texts.notYoursText}</p>
      <SignInCard />
      <p>
        <a href="/portal">{texts.toPortal}</a>
      </p>
      <DemoAccess logins={demoLogins} />
    </div>
  )
}

/** Buttons to sign in, as another person if already signed in; and a link to a launch of one's own, or to an auditor's log. */
export function SignInButtons() {
  const texts = useTexts(tracesTexts)
  const account = useAccount()
  const isAuditor = consolePlaceOf(account) === 'audit'
  return (
    <div className={layout.actions}>
      {account ? <SignInAsOther /> : <SignInButton>{texts.signIn}</SignInButton>}
      <Button component="a" href={isAuditor ? '/admin/audit' : '/portal'} variant="default">
        {isAuditor ? texts.toAudit : texts.toPortal}
      </Button>
    </div>
  )
}
