// Subscriptions as shown on pages: without header values and the endpoint's query, which may be secrets.
import type { SubscriptionAttemptItem, SubscriptionEventItem, SubscriptionItem } from '#lib/api/subscriptions.ts'
import { headerName } from '#lib/fhir/subscription-text.ts'
import type { JsonObject } from '#lib/json.ts'
import { headersOf } from './notification.ts'
import type { PageDeps } from './page-deps.ts'
import { waitingOf } from './state-machine.ts'
import type { Attempt, SubscriptionEvent, SubscriptionState } from './store.ts'
import { channelOf, type Subscription, statusOf } from './subscription.ts'

/** Replaces possible secrets. */
const MASK = '***'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const time = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())

/** A Subscription with its state, which is undefined when nothing was done for it yet. */
export function itemOf(
  id: string,
  app: Pick<SubscriptionItem, 'app' | 'appName'>,
  resource: JsonObject,
  state: SubscriptionState | undefined,
): SubscriptionItem {
  const { lastFailure, lastFailureAt } = state ?? {}
  const failedAt = time(lastFailureAt)
  return {
    id,
    ...app,
    status: statusOf(resource) ?? 'off',
    reason: text(resource['reason']),
    criteria: text(resource['criteria']) ?? '',
    endpoint: (text(channelOf(resource)['endpoint']) ?? '').replace(/[?#].*$/s, ''),
    end: text(resource['end']),
    error: text(resource['error']),
    lastSuccess: time(state?.lastSuccessAt),
    lastFailure: lastFailure === undefined || failedAt === null ? null : { kind: lastFailure, at: failedAt },
    number: state?.number ?? 0,
    waiting: state ? waitingOf(state) : 0,
    attempts: state?.attempts ?? 0,
    nextTry: state && hasWork(state) ? time(state.nextAt) : null,
  }
}

/** True when something waits to be tried: a handshake or events. */
export const hasWork = (state: SubscriptionState): boolean =>
  state.phase === 'handshake' || (state.phase === 'running' && waitingOf(state) > 0)

export const eventItem = (
  event: SubscriptionEvent,
  done: number,
  traceOf: PageDeps['traceOf'],
): SubscriptionEventItem => ({
  number: event.number,
  eventId: event.eventId,
  at: new Date(event.at).toISOString(),
  waiting: event.number > done,
  requestId: event.requestId,
  correlationId: event.correlationId ?? null,
  traceId: event.traceId ?? null,
  trace: event.clientId && event.traceId ? traceOf(event.clientId, event.traceId) : null,
})

/** An attempt with its headers; `event` is its newest event, if known. */
export function attemptItem(
  { first, number, attempt, at, ms, requestId, outcome }: Attempt,
  { subscription, event, userAgent }: Sent,
): SubscriptionAttemptItem {
  const eventId = event?.eventId ?? ''
  const notification = { subscription, first, number, eventId, attempt, requestId, trigger: event, at }
  const headers = headersOf(notification, { signature: MASK, userAgent })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ name, value }))
  return { first, number, attempt, at: new Date(at).toISOString(), ms, requestId, outcome, headers }
}

interface Sent {
  /** Without its header values. */
  readonly subscription: Subscription
  readonly event: SubscriptionEvent | undefined
  readonly userAgent: string
}

/** A Subscription whose headers have names but no values. */
export const withoutSecrets = (subscription: Subscription): Subscription => ({
  ...subscription,
  headers: subscription.headers.map((header) => `${headerName(header)}: ${MASK}`),
})
