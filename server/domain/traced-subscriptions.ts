// Records in a write's trace which Subscriptions it was compared with and who was notified (conformance EVT-08).
import type { WriteTraces } from '../subscriptions/deps.ts'
import type { Recorder } from '../traces/recorder.ts'
import type { Dependencies } from './ports.ts'

export const tracedSubscriptions = (
  { followed }: Pick<Recorder, 'followed'>,
  { fhirBase, clock }: Pick<Dependencies, 'fhirBase' | 'clock'>,
): WriteTraces => ({
  compared: ({ type, id, versionId, clientId, traceId, lastUpdated }, subscriptions) => {
    if (clientId === undefined || traceId === undefined) return
    const at = clock()
    followed(
      { clientId, traceId },
      {
        ...{ step: 'subscription.compared', at, ms: Math.max(0, at - lastUpdated), status: 0, sent: {}, checks: [] },
        method: 'GET',
        url: `${fhirBase}/${type}/${id}/_history/${versionId}`,
        subscriptions,
      },
    )
  },
  notified: ({ subscription, first, number, attempt, at, requestId, eventId, trigger }, { ms, outcome }) => {
    const { clientId, traceId } = trigger ?? {}
    if (clientId === undefined || traceId === undefined) return
    const { id, owner, criteria, endpoint } = subscription
    const sent = { 'x-request-id': requestId, 'x-slipway-event-id': eventId, 'x-slipway-event-number': number, attempt }
    followed(
      { clientId, traceId },
      {
        ...{ step: 'subscription.notified', at, ms, method: 'POST', checks: [] },
        url: endpoint.replace(/[?#].*$/s, ''),
        sent: first < number ? { ...sent, 'x-slipway-event-first': first } : sent,
        status: statusOf(outcome),
        answered: { outcome },
        subscriptions: [{ id, owner, criteria, verdict: 'matched', number }],
      },
    )
  },
})

/** The status of an answer; 0 when there was none. A delivery only records that it was accepted. */
function statusOf(outcome: string): number {
  if (outcome === 'delivered') return 200
  return Number(/^http-(\d{3})$/.exec(outcome)?.[1] ?? 0)
}
