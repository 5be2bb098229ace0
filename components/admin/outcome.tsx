// What came of a change: done, or why not, in the words of the server.
'use client'

import { Alert } from '@mantine/core'
import { HttpError } from '#components/http/get-json.ts'
import { useTexts } from '#components/i18n/language-context.tsx'
import { adminTexts } from '#components/texts/admin.ts'
import { httpTexts } from '#components/texts/http.ts'
import classes from './admin.module.css'

interface OutcomeProps {
  readonly change: { readonly isSuccess: boolean; readonly error: Error | null }
  /** Said when it is done; nothing is said without it. */
  readonly done?: string
}

export function Outcome({ change: { isSuccess, error }, done }: OutcomeProps) {
  const texts = useTexts(adminTexts)
  return (
    <div role="status" className={classes.live}>
      {isSuccess && done && (
        <Alert color="teal" variant="light">
          {done}
        </Alert>
      )}
      {error && <Failed title={texts.failed} error={error} />}
    </div>
  )
}

function Failed({ title, error }: { readonly title: string; readonly error: Error }) {
  const texts = useTexts(httpTexts)
  const { problems, error_description } = ((error instanceof HttpError && error.body) || {}) as {
    readonly problems?: readonly string[]
    readonly error_description?: string
  }
  const sentences = problems?.length ? problems : [error_description ?? texts.network]
  return (
    <Alert color="red" variant="light" title={title}>
      <ul className={classes.list}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  )
}
