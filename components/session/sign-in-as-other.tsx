// The button for an account without access: a new log-in, regardless of the session at the identity provider.
'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { signInAtIdp } from './sign-in.ts'
import { sessionTexts } from './texts.ts'

interface SignInAsOtherProps {
  /** The path to return to; by default the current page with its query. */
  readonly backTo?: string
  /** A less prominent button, beside a more important one. */
  readonly quiet?: boolean
}

export function SignInAsOther({ backTo, quiet = false }: SignInAsOtherProps) {
  const texts = useTexts(sessionTexts)
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')
  const leave = () => {
    setState('leaving')
    signInAtIdp(backTo, { prompt: 'login' }).catch(() => setState('failed'))
  }
  return (
    <div>
      <Button variant={quiet ? 'subtle' : 'filled'} loading={state === 'leaving'} onClick={leave}>
        {texts.signInAsOther}
      </Button>
      <p aria-live="polite" className={layout.quiet}>
        {state === 'failed' && texts.signInFailed}
      </p>
    </div>
  )
}
