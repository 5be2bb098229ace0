// The result of a change: done, with undo if possible, or the server's reason for its refusal.
'use client'

import { Alert, Button } from '@mantine/core'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { isSignedOut } from '#components/ui/http/get-json.ts'
import { notDoneText } from '#components/ui/http/not-done.ts'
import { httpTexts } from '#components/ui/http/texts.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { sessionTexts } from '#components/ui/session/texts.ts'
import classes from './form.module.css'

interface OutcomeProps {
  readonly error: Error | null
  /** Said when it is done. */
  readonly done?: ReactNode
  readonly undo?: { readonly label: string; readonly run: () => void }
  /** Takes away what is said. */
  readonly close?: () => void
}

export function Outcome({ error, done, undo, close }: OutcomeProps) {
  const texts = useTexts(httpTexts)
  const here = useRef<HTMLDivElement>(null)
  const said = done ?? error
  useEffect(() => {
    // The focused element may have disappeared, such as the row of a deleted account.
    if (said && document.activeElement === document.body) here.current?.focus()
  }, [said])
  return (
    <div role="status" className={`${classes.live} ${classes.onTop}`} tabIndex={-1} ref={here}>
      {done && (
        <Alert
          color="teal"
          withCloseButton={close !== undefined}
          closeButtonLabel={texts.close}
          {...(close ? { onClose: close } : {})}
        >
          <div className={classes.done}>
            <p>{done}</p>
            {undo && (
              <Button size="compact-sm" variant="default" onClick={undo.run}>
                {undo.label}
              </Button>
            )}
          </div>
        </Alert>
      )}
      {error && (isSignedOut(error) ? <Ended /> : <Failed error={error} />)}
    </div>
  )
}

/** A half-filled form stays where it is. */
function Ended() {
  const texts = useTexts(sessionTexts)
  const pathname = usePathname()
  return (
    <Alert color="orange" title={texts.ended}>
      <p>
        {texts.endedText}{' '}
        <a href={pathname} target="_blank" rel="noopener">
          {texts.signInAgain}
        </a>
      </p>
    </Alert>
  )
}

function Failed({ error }: { readonly error: Error }) {
  const texts = useTexts(httpTexts)
  const { title, sentences } = notDoneText(error, texts)
  return (
    <Alert color="red" title={title}>
      <ul className={classes.list}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  )
}
