// The status of a Subscription as a dot and a word.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

export function State({ status }: Pick<SubscriptionItem, 'status'>) {
  const texts = useTexts(subscriptionTexts)
  return (
    <span className={classes.state} data-status={status}>
      <span className={classes.dot} aria-hidden />
      {texts.statuses[status]}
    </span>
  )
}
