// The portal before anybody is known: sign in, or act as somebody invented.
'use client'

import { Alert } from '@mantine/core'
import { RoleBadge } from '#components/fhir/role-badge.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { SignInCard } from '#components/session/sign-in-card.tsx'
import { portalTexts } from '#components/texts/portal.ts'
import type { PortalPerson } from '#lib/api/portal.ts'
import classes from './portal.module.css'

interface SignedOutProps {
  readonly demoPeople: readonly PortalPerson[]
  readonly failed: boolean
  /** The claim that the identity provider should have given and did not. */
  readonly missingClaim: string | undefined
}

export function SignedOut({ demoPeople, failed, missingClaim }: SignedOutProps) {
  const texts = useTexts(portalTexts)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{texts.title}</h1>
        <p>{texts.signedOutText}</p>
      </div>
      {missingClaim !== undefined && (
        <Alert color="red" variant="light">
          {texts.missingClaim(missingClaim)}
        </Alert>
      )}
      <SignInCard backTo="/portal" failed={failed && missingClaim === undefined} />
      {demoPeople.length > 0 && <ActAs people={demoPeople} />}
    </div>
  )
}

function ActAs({ people }: { readonly people: readonly PortalPerson[] }) {
  const texts = useTexts(portalTexts)
  return (
    <section className={classes.card} aria-labelledby="act-as">
      <h2 id="act-as">{texts.actAs}</h2>
      <p className={classes.quiet}>{texts.actAsText}</p>
      <ul className={classes.people}>
        {people.map(({ reference, name, role }) => (
          <li key={reference}>
            <form method="post" action="/portal/act-as">
              <input type="hidden" name="person" value={reference} />
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
