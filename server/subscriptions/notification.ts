// The form of a notification: a POST without a body, whose headers say that there is something to read, but not what.
import { CORRELATION_HEADER, TRACE_HEADER } from '#lib/trace/trace.ts'
import { fieldsOf } from './header-rules.ts'
import type { RequestIds } from './store.ts'
import type { Subscription } from './subscription.ts'

/** A notification as sent in one attempt. */
export interface Notification {
  readonly subscription: Subscription
  /** The numbers of the first and last event that it announces; both 0 for a handshake. */
  readonly first: number
  readonly number: number
  /** The same in a repeat. */
  readonly eventId: string
  readonly attempt: number
  /** Its own X-Request-Id. */
  readonly requestId: string
  /** The ids of the request that caused it. */
  readonly trigger: RequestIds | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

/** The media type that a FHIR R4 payload would have, the same for all notifications. */
const CONTENT_TYPE = 'application/fhir+json; fhirVersion=4.0; charset=utf-8'

/** All headers of a notification except Host, in order. */
export function headersOf(
  { subscription, first, number, eventId, attempt, requestId, trigger }: Notification,
  { signature, userAgent }: { readonly signature: string; readonly userAgent: string },
): readonly (readonly [string, string])[] {
  const ours: readonly (readonly [string, string | undefined])[] = [
    ['content-type', CONTENT_TYPE],
    ['content-length', '0'],
    ['user-agent', userAgent],
    ['x-request-id', requestId],
    [CORRELATION_HEADER, trigger?.requestId],
    [TRACE_HEADER, trigger?.traceId],
    ['x-slipway-subscription', `Subscription/${subscription.id}`],
    ['x-slipway-event-id', eventId],
    ['x-slipway-event-number', String(number)],
    ['x-slipway-event-first', first < number ? String(first) : undefined],
    ['x-slipway-attempt', String(attempt)],
    ['x-slipway-signature', signature],
  ]
  return [
    ...fieldsOf(subscription.headers),
    ...ours.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ]
}
