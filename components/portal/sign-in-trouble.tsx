// Says that a log-in started at the portal failed, whoever is signed in or acted as by now.
'use client'

import { Alert } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { sessionTexts } from '#components/ui/session/texts.ts'
import { portalTexts } from './texts.ts'

interface SignInTroubleProps {
  readonly failed: boolean
  /** The claim that the identity provider should have given and did not. */
  readonly missingClaim: string | undefined
}

export function SignInTrouble({ failed, missingClaim }: SignInTroubleProps) {
  const portal = useTexts(portalTexts)
  const session = useTexts(sessionTexts)
  if (!failed && missingClaim === undefined) return null
  return (
    <Alert color="red" variant="light">
      {missingClaim === undefined ? session.signInFailed : portal.missingClaim(missingClaim)}
    </Alert>
  )
}
