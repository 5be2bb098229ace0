// The launching portal: the person, the tasks, and the button that opens one.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { CONSOLE_PLACES } from '#components/shell/navigation.tsx'
import { RoleBadge } from '#components/ui/fhir/role-badge.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import { SignInAsOther } from '#components/ui/session/sign-in-as-other.tsx'
import type { PortalPerson } from '#lib/api/portal.ts'
import { shellTexts } from '../shell/texts.ts'
import { PutDemoBack } from './done-tasks.tsx'
import { NotInUse } from './not-in-use.tsx'
import classes from './portal.module.css'
import { queryTo } from './portal-place.ts'
import { isNotInUse, meQuery } from './portal-queries.ts'
import { SignInTrouble } from './sign-in-trouble.tsx'
import { SignedOut, type WayIn } from './signed-out.tsx'
import { portalTexts } from './texts.ts'
import { usePortalPlace } from './use-portal-place.ts'

/**
 * A visitor needs neither. The page waits for them as a whole, so that a letter typed meanwhile is kept. Not by next/dynamic:
 * `next dev` then preloads scripts that it does not have.
 */
const OwnTasks = lazy(() => import('./own-tasks.tsx').then((part) => ({ default: part.OwnTasks })))
const PatientPicker = lazy(() => import('./patient-picker.tsx').then((part) => ({ default: part.PatientPicker })))

interface PortalPageProps {
  /** True when the log-in at the identity provider failed. */
  readonly signInFailed: boolean
  /** The claim that it should have given and did not. */
  readonly missingClaim: string | undefined
  readonly signIn: WayIn | undefined
}

export function PortalPage({ signInFailed, missingClaim, signIn }: PortalPageProps) {
  const me = useQuery({ ...meQuery, refetchOnMount: false })
  if (me.isPending) return <LoadingPage />
  if (isNotInUse(me.error)) return <NotInUse />
  // Later failures leave the page as it is: a form or a key on it may exist nowhere else.
  if (me.isLoadingError) return <LoadFailed error={me.error} retry={() => me.refetch()} />
  const { person, signedIn, demoPeople } = me.data
  const isKnown = signedIn || person !== null
  if (signIn === 'asked' || signIn === 'here' || (signIn === 'go-on' && !isKnown))
    return <SignedOut demoPeople={demoPeople} failed={signInFailed} missingClaim={missingClaim} why={signIn} />
  if (person)
    return (
      <div className={layout.page}>
        <SignInTrouble failed={signInFailed} missingClaim={missingClaim} />
        <PersonBar person={person} />
        <Work person={person} />
        {demoPeople.length > 0 && <ToComposer />}
      </div>
    )
  if (signedIn)
    return (
      <div className={layout.page}>
        <SignInTrouble failed={signInFailed} missingClaim={missingClaim} />
        <UnknownPerson demo={demoPeople.length > 0} />
      </div>
    )
  return <SignedOut demoPeople={demoPeople} failed={signInFailed} missingClaim={missingClaim} />
}

function ToComposer() {
  const texts = useTexts(portalTexts)
  return (
    <p>
      <a href="/portal/compose">{texts.toCompose}</a>
    </p>
  )
}

/** A practitioner chooses a patient first. */
function Work({ person }: { readonly person: PortalPerson }) {
  return person.role === 'practitioner' ? <PatientPicker /> : <OwnTasks />
}

/** `demo`: in the demo every visitor may compose launches, elsewhere only administrators. */
function UnknownPerson({ demo }: { readonly demo: boolean }) {
  const texts = useTexts(portalTexts)
  const shell = useTexts(shellTexts)
  const account = useAccount()
  const consolePlace = consolePlaceOf(account)
  const [place] = usePortalPlace()
  const composes = demo || consolePlace === 'console'
  return (
    <div className={layout.page}>
      <div className={classes.head}>
        <h1>{consolePlace && account ? texts.welcome(account.name) : texts.unknownPerson}</h1>
        <div className={layout.actions}>
          {consolePlace && (
            <Button component="a" href={CONSOLE_PLACES[consolePlace]}>
              {shell[consolePlace]}
            </Button>
          )}
          {composes && (
            <Button component="a" href="/portal/compose" variant="default">
              {texts.toCompose}
            </Button>
          )}
        </div>
        <p>
          {consolePlace ? texts.noTasksOfOffice : texts.unknownPersonText}{' '}
          {!consolePlace && <a href="/account">{texts.yourUserName}</a>}
        </p>
        {demo && consolePlace === 'console' && <PutDemoBack />}
      </div>
      <SignInAsOther backTo={`/portal${queryTo(place)}`} variant={consolePlace && 'default'} />
    </div>
  )
}

/** The person at the portal and their role. */
function PersonBar({ person }: { readonly person: PortalPerson }) {
  const texts = useTexts(portalTexts)
  return (
    <div className={classes.head}>
      <div className={classes.who}>
        <h1>{texts.welcome(person.name)}</h1>
        <RoleBadge role={person.role} />
      </div>
    </div>
  )
}
