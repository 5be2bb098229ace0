// An attempt in words: its answer, and its headers.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { SubscriptionAttemptItem } from '#lib/api/subscriptions.ts'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

/** What came back, with its status and how long it took. */
export function answerText(
  texts: (typeof subscriptionTexts)['en'],
  { outcome, ms }: Pick<SubscriptionAttemptItem, 'outcome' | 'ms'>,
): string {
  if (outcome === 'delivered') return texts.answeredWell(ms)
  const [, status] = /^http-(\d+)$/.exec(outcome) ?? []
  return status === undefined ? (texts.failures[outcome] ?? outcome) : texts.answeredStatus(status, ms)
}

/** As they were sent, folded. */
export function Headers({ attempt: { headers } }: { readonly attempt: Pick<SubscriptionAttemptItem, 'headers'> }) {
  const texts = useTexts(subscriptionTexts)
  return (
    <details>
      <summary>{texts.headers}</summary>
      <p className={layout.hint}>{texts.headersText}</p>
      <dl className={classes.headers}>
        {headers.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
