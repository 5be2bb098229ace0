// The status of a Subscription: a word and its colour.
'use client'

import { Badge } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { subscriptionTexts } from './texts.ts'

const COLOURS: Readonly<Record<SubscriptionItem['status'], string>> = {
  requested: 'gray',
  active: 'teal',
  error: 'red',
  off: 'gray',
}

export function State({ status }: Pick<SubscriptionItem, 'status'>) {
  const texts = useTexts(subscriptionTexts)
  return (
    <Badge component="span" color={COLOURS[status]}>
      {texts.statuses[status]}
    </Badge>
  )
}
