// The form of a notification: a POST without a body, whose headers say that there is something to read, and nothing of what it is.
import { CORRELATION_HEADER, TRACE_HEADER } from '#lib/trace/trace.ts'
import { fieldsOf } from './header-rules.ts'
import type { RequestIds } from './store.ts'
import type { Subscription } from './subscription.ts'

/** A notification that has begun. */
export interface Notification {
  readonly subscription: Subscription
  /** The events it tells of; both are 0 for a handshake. */
  readonly first: number
  readonly number: number
  /** The same one for a repeat. */
  readonly eventId: string
  readonly attempt: number
  /** Its own X-Request-Id. */
  readonly requestId: string
  /** Of the request that made the event. */
  readonly trigger: RequestIds | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

/** Headers that are the same for all, in the media type of FHIR R4 that a payload would have. */
const CONTENT_TYPE = 'application/fhir+json; fhirVersion=4.0; charset=utf-8'

/** All headers of a notification but Host, in order. */
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
