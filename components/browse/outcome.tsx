// The reason that a record cannot be shown or changed: the status in words, and the OperationOutcome as the server sent it.
'use client'

import { Alert, UnstyledButton } from '@mantine/core'
import { issuesOf, traceOf } from '#components/ui/fhir/issues.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import classes from './browse.module.css'
import type { FhirAnswer } from './browse-queries.ts'
import { browseTexts } from './texts.ts'

interface OutcomeProps {
  readonly answer: FhirAnswer
  /**
   * By default a read; `record` is the page of one record, where a deletion is a state and no failure, and `type` the
   * page of a type.
   */
  readonly of?: 'read' | 'record' | 'type' | 'change'
  /** Shows an issue's element, when there is a place to show it. */
  readonly showElement?: ((element: string) => void) | undefined
}

export function Outcome({ answer, of = 'read', showElement }: OutcomeProps) {
  const texts = useTexts(browseTexts)
  const isDeleted = of === 'record' && answer.status === 410
  const known = of === 'change' ? texts.changeOutcomes : texts.outcomes
  const other = of === 'change' ? texts.otherChangeOutcome : texts.otherOutcome
  const isNoType = of === 'type' && answer.status === 404
  const said = isDeleted ? texts.deleted : isNoType ? texts.noSuchType : known[answer.status]
  const { title, text } = said ?? other(answer.status)
  const trace = traceOf(answer.resource)
  return (
    <Alert color={isDeleted ? 'gray' : 'red'} classNames={{ message: layout.section }}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={classes.outcome}>
        <p>
          {texts.serverSaid} <code className={layout.code}>{`${answer.status} OperationOutcome`}</code>
        </p>
        <ul>
          {issuesOf(answer.resource).map(({ severity, code, element, words }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: issues have no identity and never change place
            <li key={index}>
              <code className={layout.code}>{`${severity} · ${code}`}</code>{' '}
              {element && <Element element={element} show={showElement} />} {words}
            </li>
          ))}
        </ul>
      </div>
      {trace && (
        <p>
          <a href={`/traces/${encodeURIComponent(trace)}`}>{texts.whyNot}</a>
        </p>
      )}
    </Alert>
  )
}

interface ElementProps {
  readonly element: string
  readonly show: ((element: string) => void) | undefined
}

function Element({ element, show }: ElementProps) {
  const texts = useTexts(browseTexts)
  if (!show) return <code className={layout.code}>{element}</code>
  return (
    <UnstyledButton
      className={layout.code}
      c="var(--mantine-color-anchor)"
      td="underline"
      title={texts.showElement}
      onClick={() => show(element)}
    >
      {element}
    </UnstyledButton>
  )
}
