// Why something was not done, in the words of the server.
'use client'

import { Alert } from '@mantine/core'
import { isSignedOut } from '#components/ui/http/get-json.ts'
import { notDoneText } from '#components/ui/http/not-done.ts'
import { httpTexts } from '#components/ui/http/texts.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { SessionEnded } from '#components/ui/session/session-ended.tsx'

/** An alert, once there is an error. */
export function NotDone({ error }: { readonly error: Error | null }) {
  const texts = useTexts(httpTexts)
  if (!error) return null
  if (isSignedOut(error)) return <SessionEnded />
  const { title, sentences } = notDoneText(error, texts)
  return (
    <Alert role="alert" color="red" variant="light" title={title}>
      {sentences.join(' ')}
    </Alert>
  )
}
