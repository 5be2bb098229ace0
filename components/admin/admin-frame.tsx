// The frame of the console's pages: access, and links to its other pages.
'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { DemoAccess } from '#components/ui/session/demo-access.tsx'
import type { DemoLogin } from '#components/ui/session/demo-logins.tsx'
import { SignInAsOther } from '#components/ui/session/sign-in-as-other.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import type { AdminMe } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { meQuery } from './admin-queries.ts'
import { ConsolePlaces, isAt } from './console-places.tsx'
import { frameTexts } from './frame-texts.ts'

interface AdminFrameProps {
  /** Administrators and auditors of the demo; empty outside of it. */
  readonly demoLogins: readonly DemoLogin[]
  readonly children: ReactNode
}

/** The API decides on access; this only shows its decision. */
export function AdminFrame({ demoLogins, children }: AdminFrameProps) {
  const me = useQuery({ ...meQuery, refetchOnMount: false })
  const ofLog = isAt('audit', usePathname())
  // Later failures leave the page as it is: a form or a key on it may exist nowhere else.
  if (!me.data) return <Unloaded query={me} />
  const { signedIn, admin, auditor, name, login } = me.data
  const withAccess = demoLogins.filter(({ role }) => (role === 'auditor') === ofLog)
  if (!signedIn) return <SignIn demoLogins={withAccess} />
  if (login) return <NotLinked login={login} />
  if (!admin && !auditor) return <NotStaff name={name ?? ''} ofLog={ofLog} demoLogins={withAccess} />
  return (
    <>
      <ConsolePlaces auditor={!admin} />
      {ofLog === auditor ? children : <NotTheirs ofLog={ofLog} />}
    </>
  )
}

function SignIn({ demoLogins }: Pick<AdminFrameProps, 'demoLogins'>) {
  const texts = useTexts(frameTexts)
  return (
    <div className={layout.page}>
      <h1>{texts.title}</h1>
      <p>{texts.signInText}</p>
      <SignInCard />
      <DemoAccess logins={demoLogins} />
    </div>
  )
}

/** Administrators have no business in the log, and auditors none in the rest. */
function NotTheirs({ ofLog }: { readonly ofLog: boolean }) {
  const texts = useTexts(frameTexts)
  return (
    <section className={layout.card} aria-labelledby="not-theirs">
      <h1 id="not-theirs">{ofLog ? texts.notAuditor : texts.notAdmin}</h1>
      <p>{ofLog ? texts.notAuditorText : texts.onlyAuditorText}</p>
      <p>
        <a href={ofLog ? '/admin/users' : '/admin/audit'}>{ofLog ? texts.users : texts.audit}</a>
      </p>
    </section>
  )
}

/** A name from another provider never makes an administrator: an operator links that identity to an account here. */
function NotLinked({ login: { issuer, subject } }: { readonly login: NonNullable<AdminMe['login']> }) {
  const texts = useTexts(frameTexts)
  return (
    <section className={layout.card} aria-labelledby="not-linked">
      <h1 id="not-linked">{texts.notLinked}</h1>
      <p>{texts.notLinkedText}</p>
      <dl className={classes.facts}>
        <dt>issuer</dt>
        <dd>
          <code>{issuer}</code>
        </dd>
        <dt>subject</dt>
        <dd>
          <code>{subject}</code>
        </dd>
      </dl>
      <p>
        <code className={classes.wrapped}>{`./bin/slipway user link EMAIL --subject ${subject}`}</code>
      </p>
      <SignInAsOther />
    </section>
  )
}

interface NotStaffProps extends Pick<AdminFrameProps, 'demoLogins'> {
  readonly name: string
  readonly ofLog: boolean
}

function NotStaff({ name, ofLog, demoLogins }: NotStaffProps) {
  const texts = useTexts(frameTexts)
  return (
    <div className={layout.page}>
      <section className={layout.card} aria-labelledby="not-admin">
        <h1 id="not-admin">{ofLog ? texts.notAuditor : texts.notAdmin}</h1>
        <p>{texts.notAdminText(name)}</p>
        <SignInAsOther />
      </section>
      <DemoAccess logins={demoLogins} />
    </div>
  )
}
