// A button that leads to the identity provider and back, with a message if that fails.
'use client'

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { type Prompt, signInAtIdp } from './sign-in.ts'
import { sessionTexts } from './texts.ts'

export interface SignInAt {
  /** The path to return to; by default the current page with its query. */
  readonly backTo?: string | undefined
  /** `login` asks for a new log-in, regardless of the session at the identity provider; `create` for a new account. */
  readonly prompt?: Prompt | undefined
  /** The user name of the person to sign in as, whom the demo does not ask for a password. */
  readonly loginHint?: string | undefined
}

/** The state of a sign-in, and the function that leaves for it, with another person than `loginHint` if one is given. */
export function useSignIn({ backTo, prompt, loginHint }: SignInAt) {
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')
  const leave = (as = loginHint) => {
    setState('leaving')
    signInAtIdp(backTo, { prompt, loginHint: as }).catch(() => setState('failed'))
  }
  return { state, leave }
}

interface SignInButtonProps extends SignInAt {
  readonly variant?: 'default' | undefined
  readonly size?: 'compact-sm' | 'sm' | 'md' | 'lg'
  /** What a screen reader says where the visible text is shorter. */
  readonly label?: string
  readonly children: ReactNode
}

/** A button that leads to the identity provider and back to this page. */
export function SignInButton({ variant, size = 'sm', label, children, ...at }: SignInButtonProps) {
  const texts = useTexts(sessionTexts)
  const { state, leave } = useSignIn(at)
  return (
    <div>
      <Button
        {...(variant && { variant })}
        size={size}
        loading={state === 'leaving'}
        onClick={() => leave()}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {children}
      </Button>
      <p aria-live="polite" className={layout.quiet}>
        {state === 'failed' && texts.signInFailed}
      </p>
    </div>
  )
}
