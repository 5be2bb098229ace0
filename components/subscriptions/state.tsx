// The status of a Subscription as a dot and a word, and whether what is shown is up to date.
'use client'

import { IconBolt, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '#components/i18n/language-context.tsx'
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

/** `connected`: whether the last question was answered. */
export function Live({ connected }: { readonly connected: boolean }) {
  const texts = useTexts(subscriptionTexts)
  const Icon = connected ? IconBolt : IconRefresh
  return (
    <p className={classes.live} data-connected={connected} role="status">
      <Icon size={16} aria-hidden />
      {connected ? texts.live : texts.reconnecting}
    </p>
  )
}
