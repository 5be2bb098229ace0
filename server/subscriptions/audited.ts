// Audit events of notifications: each delivery, each test, and each time the domain gave up; not each attempt.
import type { AuditedEvent } from '#lib/audit/audit.ts'
import { CORRELATION_HEADER, TRACE_HEADER } from '#lib/trace/trace.ts'
import type { SubscriptionSettings } from './deps.ts'
import type { Notification } from './notification.ts'
import type { DueStatus } from './state-machine.ts'
import type { Attempt, RequestIds, SubscriptionState } from './store.ts'
import type { Subscription } from './subscription.ts'

type Site = Pick<SubscriptionSettings, 'baseUrl'>

/** A request with the headers by which the event is found: those of the notification. */
function asRequest({ baseUrl }: Site, trigger: RequestIds | undefined, requestId?: string): Request {
  const ids: readonly (readonly [string, string | undefined])[] = [
    ['x-request-id', requestId],
    [CORRELATION_HEADER, trigger?.requestId],
    [TRACE_HEADER, trigger?.traceId],
  ]
  return new Request(baseUrl, {
    headers: ids.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]])),
  })
}

const fields = ({ id, endpoint, criteria }: Subscription) => ({ subscription: id, endpoint, criteria })

export const deliveredEvent = (
  site: Site,
  { subscription, first, number, requestId, trigger }: Notification,
): AuditedEvent => ({
  name: 'transmit',
  request: asRequest(site, trigger, requestId),
  description: `transmit: ${first < number ? `events ${first} to ${number}` : `event ${number}`} delivered`,
  notification: fields(subscription),
})

/** A person sent a test to the receiver. */
export const testedEvent = (
  { request, username }: { readonly request: Request; readonly username: string },
  subscription: Subscription,
  { requestId, outcome }: Pick<Attempt, 'requestId' | 'outcome'>,
): AuditedEvent => ({
  name: 'transmit',
  request,
  requestId,
  person: { username },
  ...(outcome === 'delivered' ? {} : { outcome: 'failed' }),
  description: `transmit: a test, ${outcome}`,
  notification: fields(subscription),
})

/** Delivery failed so often, or for so long, that the Subscription was set to error or off. */
export const switchedEvent = (
  site: Site,
  subscription: Subscription,
  { by }: SubscriptionState,
  { status, error = '' }: DueStatus,
): AuditedEvent => ({
  name: 'transmit',
  request: asRequest(site, by),
  outcome: 'failed',
  description: `transmit: the Subscription is ${status} (${error})`,
  notification: fields(subscription),
})
