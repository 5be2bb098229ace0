// The Subscriptions that a written version was compared with, and the results.
'use client'

import { useLanguage } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import type { TraceStep } from '#lib/api/traces.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import classes from './traces.module.css'

export function Verdicts({ step }: { readonly step: TraceStep }) {
  const words = TRACE_TEXTS[useLanguage()]
  const { subscriptions = [], otherSubscriptions = 0 } = step
  return (
    <>
      <h3>{words.subscriptions}</h3>
      <ul className={classes.verdicts}>
        {subscriptions.map(({ id, owner, criteria, verdict, number }) => (
          <li key={id}>
            <a href={`/subscriptions/${id}`}>
              <code className={layout.mono}>{`Subscription/${id}`}</code>
            </a>{' '}
            ({owner}) <code className={layout.mono}>{criteria}</code> {words.verdicts[verdict]}
            {number !== undefined && number > 0 && `, ${words.event(number)}`}
          </li>
        ))}
        {otherSubscriptions > 0 && <li>{words.otherSubscriptions(otherSubscriptions)}</li>}
      </ul>
    </>
  )
}
