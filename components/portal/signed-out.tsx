// The portal for a visitor: sign in, or act as a demo person.
'use client'

import { Alert } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { ActAs } from '#components/ui/session/act-as.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import type { PortalPerson } from '#lib/api/portal.ts'
import classes from './portal.module.css'
import { SignInTrouble } from './sign-in-trouble.tsx'
import { portalTexts } from './texts.ts'
import { queryTo, usePortalPlace } from './use-portal-place.ts'

interface SignedOutProps {
  readonly demoPeople: readonly PortalPerson[]
  readonly failed: boolean
  /** The claim that the identity provider should have given and did not. */
  readonly missingClaim: string | undefined
  readonly why?: 'asked' | 'go-on'
}

export function SignedOut({ demoPeople, failed, missingClaim, why }: SignedOutProps) {
  const texts = useTexts(portalTexts)
  const [place] = usePortalPlace()
  const goesOn = why === 'go-on'
  const query = queryTo(place)
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
      <SignInCard backTo={goesOn ? '/portal/go-on' : `/portal${query}`} {...(why === 'asked' ? ASKS : {})} />
      <ActAs
        people={demoPeople}
        title={texts.actAs}
        text={texts.actAsText}
        page={goesOn ? 'go-on' : 'portal'}
        query={goesOn ? '' : query}
      />
    </div>
  )
}

/** Another person may be logged in at the provider. */
const ASKS = { prompt: 'login' } as const
