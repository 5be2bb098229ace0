// Why something was not done, in the words of the server.
'use client'

import { Alert } from '@mantine/core'
import { HttpError, isSignedOut } from '#components/http/get-json.ts'
import { httpTexts } from '#components/http/texts.ts'
import { useTexts } from '#components/i18n/language-context.tsx'
import { SessionEnded } from '#components/session/session-ended.tsx'

/** An alert, once there is an error. */
export function NotDone({ error }: { readonly error: Error | null }) {
  const texts = useTexts(httpTexts)
  if (!error) return null
  if (isSignedOut(error)) return <SessionEnded />
  const { error_description } = ((error instanceof HttpError && error.body) || {}) as {
    readonly error_description?: string
  }
  return (
    <Alert role="alert" color="red" variant="light" title={texts.notDone}>
      {error_description ?? texts.network}
    </Alert>
  )
}
