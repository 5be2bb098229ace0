// The reason that a record cannot be shown: the status in words, and the OperationOutcome as the server sent it.
'use client'

import { useTexts } from '#components/i18n/language-context.tsx'
import classes from './browse.module.css'
import type { FhirAnswer } from './browse-queries.ts'
import { browseTexts } from './texts.ts'

interface Issue {
  readonly severity?: unknown
  readonly code?: unknown
  readonly details?: { readonly text?: unknown }
  readonly diagnostics?: unknown
}

export function Outcome({ answer }: { readonly answer: FhirAnswer }) {
  const texts = useTexts(browseTexts)
  const { title, text } = texts.outcomes[answer.status] ?? texts.otherOutcome(answer.status)
  const { issue } = answer.resource as { readonly issue?: unknown }
  const issues: readonly Issue[] = Array.isArray(issue) ? issue : []
  return (
    <div className={classes.warning} role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={classes.outcome}>
        <p className={classes.kicker}>
          {texts.serverSaid} <code className={classes.code}>{`${answer.status} OperationOutcome`}</code>
        </p>
        <ul>
          {issues.map(({ severity, code, details, diagnostics }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: issues have no identity and never change place
            <li key={index}>
              <code className={classes.code}>{`${severity} · ${code}`}</code>{' '}
              {[details?.text, diagnostics].filter((words) => typeof words === 'string').join(' – ')}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
