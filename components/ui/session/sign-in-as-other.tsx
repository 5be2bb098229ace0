// The button for an account without access: a new log-in, regardless of the session at the identity provider.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { SignInButton } from './sign-in-button.tsx'
import { sessionTexts } from './texts.ts'

interface SignInAsOtherProps {
  /** The path to return to; by default the current page with its query. */
  readonly backTo?: string
  /** `default` where the page has something better to do. */
  readonly variant?: 'default' | undefined
}

export function SignInAsOther({ backTo, variant }: SignInAsOtherProps) {
  const { signInAsOther } = useTexts(sessionTexts)
  return (
    <SignInButton backTo={backTo} prompt="login" variant={variant}>
      {signInAsOther}
    </SignInButton>
  )
}
