// How far a Subscription is, as a list of names and values.
'use client'

import type { ReactNode } from 'react'
import { useTexts } from '#components/i18n/language-context.tsx'
import { Moment as At } from '#components/time/moment.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

/** A moment, or what stands in its place; `instant`: RFC 3339. */
export function Moment({ instant, otherwise = '' }: { readonly instant: string | null; readonly otherwise?: string }) {
  return instant === null ? otherwise : <At at={instant} seconds />
}

export const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** What matters at a glance. */
export function Progress({ item }: { readonly item: SubscriptionItem }) {
  const texts = useTexts(subscriptionTexts)
  return (
    <dl className={classes.progress}>
      <Fact label={texts.lastDelivery}>
        <Moment instant={item.lastSuccess} otherwise={texts.never} />
      </Fact>
      <Fact label={texts.waiting}>{item.waiting}</Fact>
      <Fact label={texts.nextTry}>
        <Moment instant={item.nextTry} otherwise={texts.none} />
      </Fact>
      {item.nextTry !== null && item.attempts > 0 && <Fact label={texts.attempts}>{item.attempts}</Fact>}
      {item.status !== 'active' && item.lastFailure && (
        <Fact label={texts.lastFailure}>
          <code>{item.lastFailure.kind}</code> <Moment instant={item.lastFailure.at} />
        </Fact>
      )}
    </dl>
  )
}
