// The sign-in: a button that leads to the identity provider and back to the same page.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { type Prompt, signInAtIdp } from './sign-in.ts'
import { sessionTexts } from './texts.ts'

interface SignInCardProps {
  /** The path to return to; by default the current page with its query. */
  readonly backTo?: string
  /** `login` asks for a new log-in, regardless of the session at the identity provider. */
  readonly prompt?: Prompt
}

export function SignInCard({ backTo, prompt }: SignInCardProps) {
  const texts = useTexts(sessionTexts)
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')
  const leave = () => {
    setState('leaving')
    signInAtIdp(backTo, prompt ? { prompt } : {}).catch(() => setState('failed'))
  }
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
          onClick={leave}
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
