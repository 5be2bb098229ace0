// The progress of a Subscription, as a list of names and values.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

/** A moment, or its replacement; `at` is RFC 3339. */
export function OptionalMoment({ at, otherwise = '' }: { readonly at: string | null; readonly otherwise?: string }) {
  return at === null ? otherwise : <Moment at={at} seconds />
}

/** Beside the name of its app: the client_id, for a developer. */
export const AppId = ({ item: { app, appName } }: { readonly item: SubscriptionItem }) =>
  app !== appName && <small className={layout.quiet}>{app}</small>

/** The most important facts. */
export function Progress({ item }: { readonly item: SubscriptionItem }) {
  const texts = useTexts(subscriptionTexts)
  return (
    <dl className={classes.progress}>
      <Fact label={texts.lastDelivery}>
        <OptionalMoment at={item.lastSuccess} otherwise={texts.never} />
      </Fact>
      <Fact label={texts.waiting}>{item.waiting}</Fact>
      <Fact label={texts.nextTry}>
        <OptionalMoment at={item.nextTry} otherwise={texts.none} />
      </Fact>
      {item.nextTry !== null && item.attempts > 0 && <Fact label={texts.attempts}>{item.attempts}</Fact>}
      {item.status !== 'active' && item.lastFailure && (
        <Fact label={texts.lastFailure}>
          <code>{item.lastFailure.kind}</code> <Moment at={item.lastFailure.at} seconds />
        </Fact>
      )}
    </dl>
  )
}
