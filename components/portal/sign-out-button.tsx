// Ends the session of the portal; next-auth asks its own anti-forgery token.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/i18n/language-context.tsx'
import { portalTexts } from '#components/texts/portal.ts'

export function SignOutButton() {
  const texts = useTexts(portalTexts)
  return (
    <Button variant="default" onClick={signOutHere}>
      {texts.signOut}
    </Button>
  )
}

async function signOutHere(): Promise<void> {
  const { signOut } = await import('next-auth/react')
  await signOut({ callbackUrl: '/portal' })
}
