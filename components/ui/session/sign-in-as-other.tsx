// The button for an account without access: a new log-in, regardless of the session at the identity provider.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { SignInButton } from './sign-in-button.tsx'
import { sessionTexts } from './texts.ts'

/** `backTo` is the path to return to; by default the current page with its query. */
export function SignInAsOther({ backTo }: { readonly backTo?: string }) {
  const { signInAsOther } = useTexts(sessionTexts)
  return (
    <SignInButton backTo={backTo} prompt="login">
      {signInAsOther}
    </SignInButton>
  )
}
