// Why a change of a record failed: the FHIR API's refusal, or the problem on the way to it.
'use client'

import { Alert } from '@mantine/core'
import { HttpError } from '#components/ui/http/get-json.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { FhirAnswer } from './browse-queries.ts'
import { Outcome } from './outcome.tsx'
import { browseTexts } from './texts.ts'

/** Stands for the status when the connection broke: then nobody knows whether the record was changed. */
const NO_ANSWER = 0

interface ChangeFailedProps {
  readonly refusal: FhirAnswer | undefined
  readonly error: Error | null
  readonly showElement?: (element: string) => void
}

export function ChangeFailed({ refusal, error, showElement }: ChangeFailedProps) {
  const texts = useTexts(browseTexts)
  if (refusal) return <Outcome answer={refusal} of="change" showElement={showElement} />
  if (!error) return null
  const status = error instanceof HttpError ? error.status : NO_ANSWER
  const isKnown = status !== NO_ANSWER && status < 500
  return (
    <Alert color="red" classNames={{ message: layout.section }}>
      <h2>{isKnown ? texts.notChanged : texts.notKnown}</h2>
      <p>{texts.changeFailures[status] ?? texts.otherChangeOutcome(status).text}</p>
    </Alert>
  )
}
