// The message for a failed load, with a button to try again.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '#components/i18n/language-context.tsx'
import { SessionEnded } from '#components/session/session-ended.tsx'
import { HttpError, isSignedOut } from './get-json.ts'
import classes from './load-failed.module.css'
import { wordsOf } from './server-words.ts'
import { httpTexts } from './texts.ts'

export function LoadFailed({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const texts = useTexts(httpTexts)
  if (isSignedOut(error)) return <SessionEnded />
  const status = error instanceof HttpError ? error.status : undefined
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={texts.title}>
      <p>{status === undefined ? texts.network : (texts.status[status] ?? texts.other(status))}</p>
      {error instanceof HttpError && wordsOf(error.body) && (
        <p className={classes.said}>
          {texts.serverSaid} <q>{wordsOf(error.body)}</q>
        </p>
      )}
      <Button mt="md" variant="default" size="sm" onClick={retry}>
        {texts.retry}
      </Button>
    </Alert>
  )
}
