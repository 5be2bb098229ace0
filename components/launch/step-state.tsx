// The state of a step of the task: the server is away, or the reason why it was not saved; and the line that something was.
'use client'

import { Alert, Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPlugConnectedX } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { HttpError } from '#components/ui/http/get-json.ts'
import { wordsOf } from '#components/ui/http/server-words.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { TaskStep } from '#lib/api/task-step-form.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import classes from './answering.module.css'
import { answeringTexts } from './answering-texts.ts'

interface StepStateProps {
  readonly step: UseMutationResult<FhirResource, Error, TaskStep['to']>
  /** Said while the server does not answer. */
  readonly away: string
  readonly busy: string
  readonly again: () => void
}

export function StepState({ step, away, busy, again }: StepStateProps) {
  const texts = useTexts(answeringTexts)
  const waiting = step.isPending && (step.failureCount > 0 || step.isPaused)
  return (
    <>
      <div role="status" className={classes.state}>
        {waiting && (
          <Alert color="yellow" variant="light" icon={<IconPlugConnectedX aria-hidden />}>
            {away}
          </Alert>
        )}
        {step.isPending && !waiting && <VisuallyHidden>{busy}</VisuallyHidden>}
      </div>
      {step.isError && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={texts.notSaved}>
          <Reason error={step.error} />
          <Button mt="md" variant="default" size="sm" onClick={again}>
            {texts.again}
          </Button>
        </Alert>
      )}
    </>
  )
}

/** The small line that says that the server has it. */
export function Saved() {
  const texts = useTexts(answeringTexts)
  return (
    <p className={classes.saved}>
      <IconCheck size={16} stroke={2.5} aria-hidden /> {texts.saved}
    </p>
  )
}

function Reason({ error }: { readonly error: Error }) {
  const texts = useTexts(answeringTexts)
  if (!(error instanceof HttpError)) return null
  const [because, words] = [texts.notSavedBecause[error.status], wordsOf(error.body)]
  return (
    <>
      {because && <p>{because}</p>}
      {words && (
        <p className={classes.said}>
          {texts.serverSaid} <q>{words}</q>
        </p>
      )}
    </>
  )
}
