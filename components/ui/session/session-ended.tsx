// The message that the session has ended, with a sign-in that returns to the same page.
'use client'

import { Alert } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { sessionTexts } from './texts.ts'

export function SessionEnded() {
  const texts = useTexts(sessionTexts)
  return (
    <>
      <Alert color="orange" variant="light" title={texts.ended} mb="md">
        {texts.endedHere}
      </Alert>
      <SignInCard />
    </>
  )
}
