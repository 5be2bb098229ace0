// The sign-in: a button that leads to the identity provider and back to the same page.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { type SignInAt, useSignIn } from './sign-in-button.tsx'
import { sessionTexts } from './texts.ts'

interface SignInCardProps extends SignInAt {
  /** Leaves for the identity provider without a press: somebody has just signed in there. */
  readonly atOnce?: boolean
}

export function SignInCard({ atOnce = false, ...at }: SignInCardProps) {
  const texts = useTexts(sessionTexts)
  const { state, leave } = useSignIn(at)
  const left = useRef(false)
  const heading = useId()
  useEffect(() => {
    if (!atOnce || left.current) return
    left.current = true
    leave()
  }, [atOnce, leave])
  return (
    <section className={layout.card} aria-labelledby={heading}>
      <h2 id={heading}>{texts.ownAccount}</h2>
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
          onClick={() => leave()}
        >
          {texts.signIn}
        </Button>
      </div>
      <p aria-live="polite" className={layout.quiet}>
        {state === 'leaving' && texts.signingIn}
      </p>
    </section>
  )
}
