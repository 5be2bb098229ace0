// The sign-in: a button that leads to the identity provider and back to the same page.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { type SignInAt, useSignIn } from './sign-in-button.tsx'
import { sessionTexts } from './texts.ts'

export function SignInCard(at: SignInAt) {
  const texts = useTexts(sessionTexts)
  const { state, leave } = useSignIn(at)
  return (
    <section className={layout.card} aria-label={texts.signIn}>
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
