// The portal for a visitor: sign in, or act as a demo person.
'use client'

import { Alert } from '@mantine/core'
import type { ComponentProps } from 'react'
import { RoleBadge } from '#components/fhir/role-badge.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { BackTo } from '#components/session/back-to.tsx'
import { SignInCard } from '#components/session/sign-in-card.tsx'
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
      {demoPeople.length > 0 && (
        <ActAs people={demoPeople} page={goesOn ? 'go-on' : 'portal'} query={goesOn ? '' : query} />
      )}
    </div>
  )
}

/** Another person may be logged in at the provider. */
const ASKS = { prompt: 'login' } as const

interface ActAsProps extends ComponentProps<typeof BackTo> {
  readonly people: readonly PortalPerson[]
}

function ActAs({ people, ...back }: ActAsProps) {
  const texts = useTexts(portalTexts)
  return (
    <section className={layout.card} aria-labelledby="act-as">
      <h2 id="act-as">{texts.actAs}</h2>
      <p className={layout.quiet}>{texts.actAsText}</p>
      <ul className={classes.people}>
        {people.map(({ reference, name, role }) => (
          <li key={reference}>
            <form method="post" action="/portal/act-as">
              <input type="hidden" name="person" value={reference} />
              <BackTo {...back} />
              <button type="submit" className={classes.person} aria-label={texts.actAsPerson(name)}>
                <span>{name}</span>
                <RoleBadge role={role} />
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
