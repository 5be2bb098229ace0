// The requests that were sent before, newest first: a click brings one back into the form.
'use client'

import { UnstyledButton } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import { answerTexts } from './answer-texts.ts'
import classes from './fhir-console.module.css'
import type { SentRequest } from './sent-requests.ts'

interface SentListProps {
  readonly sent: readonly SentRequest[]
  readonly bringBack: (request: SentRequest) => void
}

export function SentList({ sent, bringBack }: SentListProps) {
  const texts = useTexts(answerTexts)
  return (
    <section className={`${layout.card} ${classes.sentBefore}`} aria-labelledby="sent">
      <h2 id="sent">{texts.sent}</h2>
      <p className={layout.hint}>{texts.sentHint}</p>
      <ol>
        {sent.map((request) => (
          <li key={request.at}>
            <UnstyledButton onClick={() => bringBack(request)}>
              <code>
                {request.method} {request.path || '/'}
              </code>
              <span className={layout.hint}>
                <span data-refused={request.status >= 400}>{request.status}</span> · <Moment at={request.at} seconds />
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </section>
  )
}
