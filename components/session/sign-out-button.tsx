// Ends the session of a signed-in person; next-auth asks its own anti-forgery token.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/i18n/language-context.tsx'
import { sessionTexts } from '#components/texts/session.ts'

/** `backTo`: the path to come back to. */
export function SignOutButton({ backTo }: { readonly backTo: string }) {
  const texts = useTexts(sessionTexts)
  return (
    <Button variant="default" onClick={() => signOutHere(backTo)}>
      {texts.signOut}
    </Button>
  )
}

async function signOutHere(callbackUrl: string): Promise<void> {
  const { signOut } = await import('next-auth/react')
  await signOut({ callbackUrl })
}
