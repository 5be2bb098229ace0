// The link to a new account at the embedded identity provider, which returns to the portal.
'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { signInAtIdp } from './sign-in.ts'
import { sessionTexts } from './texts.ts'

export function CreateAccount() {
  const texts = useTexts(sessionTexts)
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')
  const leave = () => {
    setState('leaving')
    signInAtIdp('/portal', { prompt: 'create' }).catch(() => setState('failed'))
  }
  return (
    <div>
      <Button variant="default" loading={state === 'leaving'} onClick={leave}>
        {texts.createAccount}
      </Button>
      <p aria-live="polite" className={layout.quiet}>
        {state === 'failed' && texts.signInFailed}
      </p>
    </div>
  )
}
