// Nothing to see for this viewer: who may, and how to become one of them.
'use client'

import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '#components/i18n/language-context.tsx'
import { tracesTexts } from '#components/texts/traces.ts'
import classes from './traces.module.css'

export function NotYours() {
  const texts = useTexts(tracesTexts)
  return (
    <section className={classes.card} aria-labelledby="not-yours">
      <h1 id="not-yours">{texts.notYours}</h1>
      <p>{texts.notYoursText}</p>
      <SignInButtons />
    </section>
  )
}

/** The way in, and the way to a launch of one's own. */
export function SignInButtons() {
  const texts = useTexts(tracesTexts)
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')
  const leave = () => {
    setState('leaving')
    signInHere().catch(() => setState('failed'))
  }
  return (
    <>
      {state === 'failed' && (
        <Alert color="red" variant="light">
          {texts.signInFailed}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button loading={state === 'leaving'} onClick={leave}>
          {texts.signIn}
        </Button>
        <Button component="a" href="/portal" variant="default">
          {texts.toPortal}
        </Button>
      </div>
    </>
  )
}

/** next-auth's script is fetched when somebody needs it. */
async function signInHere(): Promise<void> {
  const { signIn } = await import('next-auth/react')
  await signIn('shared-idp', { callbackUrl: window.location.href })
}
