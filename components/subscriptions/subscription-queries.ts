// Queries for the pages of Subscriptions, repeated regularly because their data changes by itself.
import { jsonQuery, pollEvery } from '#components/ui/http/json-query.ts'
import type { DemoReceiver } from '#lib/api/receiver.ts'
import type { SubscriptionChoices, SubscriptionDetail, SubscriptionList } from '#lib/api/subscriptions.ts'

const LOOK_EVERY_MS = 2000
/** The first part of every key here. */
const KEY = 'subscriptions'

const followed = <Shape>(name: string, path: string) => ({
  ...jsonQuery<Shape>([KEY, name], path),
  staleTime: LOOK_EVERY_MS, // What came with the page is not asked for again at once.
  refetchInterval: pollEvery(LOOK_EVERY_MS),
  refetchOnWindowFocus: 'always' as const,
})

export const listQuery = followed<SubscriptionList>('list', '/subscriptions/api')

/** Where a Subscription is read as JSON, and changed. */
export const subscriptionPath = (id: string): string => `/subscriptions/api/${encodeURIComponent(id)}`

/** A Subscription with its attempts, as it changes. */
export const subscriptionQuery = (id: string) => followed<SubscriptionDetail>(`one/${id}`, subscriptionPath(id))

/** What a Subscription is called. */
export const nameOf = ({ reason, id }: Pick<SubscriptionDetail, 'reason' | 'id'>): string => reason ?? id

/** The apps for which one may create a Subscription. */
export const choicesQuery = jsonQuery<SubscriptionChoices>([KEY, 'choices'], '/subscriptions/api/apps/choices')

/** The notifications at the demo app. */
export const receiverQuery = followed<DemoReceiver>('receiver', '/launch/api/hook')

export const BY_SUBSCRIPTIONS = { api: '/subscriptions/api', queryKey: [KEY] } as const
/** By a path of their API itself. */
export const BY_ALL = { api: '/subscriptions', queryKey: [KEY] } as const
export const BY_RECEIVER = { api: '/launch/api', queryKey: [KEY] } as const
