// The message for a failed load, with a button to try again.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRef, useTransition } from 'react'
import { useFocusLeft } from '#components/ui/dialog/use-focus-left.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { SessionEnded } from '#components/ui/session/session-ended.tsx'
import { HttpError, isSignedOut } from './get-json.ts'
import classes from './load-failed.module.css'
import { wordsOf } from './server-words.ts'
import { httpTexts } from './texts.ts'

interface LoadFailedProps {
  readonly error: Error
  /** May resolve when the answer has arrived. */
  readonly retry: () => unknown
}

export function LoadFailed({ error, retry }: LoadFailedProps) {
  const texts = useTexts(httpTexts)
  if (isSignedOut(error)) return <SessionEnded />
  const status = error instanceof HttpError ? error.status : undefined
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={texts.title}>
      <p>{status === undefined ? texts.network : (texts.status[status] ?? texts.other(status))}</p>
      {error instanceof HttpError && wordsOf(error.body) && (
        <p className={classes.said}>
          {texts.serverSaid} <q>{wordsOf(error.body)}</q>
        </p>
      )}
      <TryAgain retry={retry} />
    </Alert>
  )
}

/** Keeps the focus while it waits, and passes it to its replacement. */
function TryAgain({ retry }: Pick<LoadFailedProps, 'retry'>) {
  const texts = useTexts(httpTexts)
  const button = useRef<HTMLButtonElement>(null)
  const aboutToGo = useFocusLeft(button)
  const [isWaiting, wait] = useTransition()
  const tryAgain = () => {
    if (isWaiting) return
    aboutToGo()
    wait(async () => void (await retry()))
  }
  return (
    <Button
      ref={button}
      mt="md"
      variant="default"
      size="sm"
      data-disabled={isWaiting}
      aria-disabled={isWaiting}
      onClick={tryAgain}
    >
      {texts.retry}
    </Button>
  )
}
