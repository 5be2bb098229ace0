// The portal for a visitor: sign in, in the demo with one click.
'use client'

import { Alert } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { DemoPeople } from '#components/ui/session/demo-people.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import type { PortalMe } from '#lib/api/portal.ts'
import classes from './portal.module.css'
import { queryTo } from './portal-place.ts'
import { SignInTrouble } from './sign-in-trouble.tsx'
import { portalTexts } from './texts.ts'
import { usePortalPlace } from './use-portal-place.ts'

/**
 * The reason to ask for a log-in although there may be a session: on request, because a task continues after it, or because
 * the identity provider has just signed somebody in.
 */
export type WayIn = 'asked' | 'go-on' | 'here'

interface SignedOutProps {
  readonly demoPeople: PortalMe['demoPeople']
  readonly failed: boolean
  /** The claim that the identity provider should have given and did not. */
  readonly missingClaim: string | undefined
  readonly why?: WayIn
}

export function SignedOut({ demoPeople, failed, missingClaim, why }: SignedOutProps) {
  const texts = useTexts(portalTexts)
  const [place] = usePortalPlace()
  const goesOn = why === 'go-on'
  const backTo = goesOn ? '/portal/go-on' : `/portal${queryTo(place)}`
  return (
    <div className={layout.page}>
      <div className={classes.head}>
        <h1>{texts.title}</h1>
        <p>{texts.signedOutText}</p>
      </div>
      <SignInTrouble failed={failed} missingClaim={missingClaim} />
      {goesOn && (
        <Alert color="blue" variant="light" title={texts.sessionEnded}>
          {texts.sessionEndedText}
        </Alert>
      )}
      <div className={layout.pair}>
        <SignInCard backTo={backTo} {...(why === 'asked' ? ASKS : {})} atOnce={why === 'here' && !failed} />
        <DemoPeople people={demoPeople} title={texts.demoPeople} text={texts.demoPeopleText} backTo={backTo} />
      </div>
    </div>
  )
}

/** Another person may be logged in at the provider. */
const ASKS = { prompt: 'login' } as const
