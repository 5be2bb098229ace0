// The portal before anybody is known: sign in, or act as somebody invented.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useState } from 'react'
import { RoleBadge } from '#components/fhir/role-badge.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { portalTexts } from '#components/texts/portal.ts'
import type { PortalPerson } from '#lib/api/portal.ts'
import classes from './portal.module.css'

interface SignedOutProps {
  readonly demoPeople: readonly PortalPerson[]
  readonly failed: boolean
}

export function SignedOut({ demoPeople, failed }: SignedOutProps) {
  const texts = useTexts(portalTexts)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{texts.title}</h1>
        <p>{texts.signedOutText}</p>
      </div>
      <SignIn failed={failed} />
      {demoPeople.length > 0 && <ActAs people={demoPeople} />}
    </div>
  )
}

function SignIn({ failed }: { readonly failed: boolean }) {
  const texts = useTexts(portalTexts)
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>(failed ? 'failed' : 'idle')
  const leave = () => {
    setState('leaving')
    signInAtIdp().catch(() => setState('failed'))
  }
  return (
    <section className={classes.card} aria-label={texts.signIn}>
      {state === 'failed' && (
        <Alert color="red" variant="light">
          {texts.signInFailed}
        </Alert>
      )}
      <p>{texts.signInText}</p>
      <div>
        <Button
          size="md"
          leftSection={<IconLogin2 size={18} aria-hidden />}
          loading={state === 'leaving'}
          onClick={leave}
        >
          {texts.signIn}
        </Button>
      </div>
      <p aria-live="polite" className={classes.quiet}>
        {state === 'leaving' && texts.signingIn}
      </p>
    </section>
  )
}

/** next-auth starts a provider by a POST with its anti-forgery token; its script is fetched when somebody needs it. */
async function signInAtIdp(): Promise<void> {
  const { signIn } = await import('next-auth/react')
  await signIn('shared-idp', { callbackUrl: '/portal' })
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
