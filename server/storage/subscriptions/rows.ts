// Converts rows of the subscription tables into objects: null in a row becomes undefined. For either engine.
import type {
  Phase,
  RequestIds,
  SubscriptionEvent,
  SubscriptionState,
  SubscriptionVersion,
  WrittenVersion,
} from '#server/subscriptions/store.ts'

/** Events and attempts of one Subscription that are kept for people to look at. */
export const MOST_KEPT = 100

interface IdsRow {
  readonly requestId: string
  readonly correlationId: string | null
  readonly traceId: string | null
  readonly clientId: string | null
}

type NoIds = { readonly [Name in keyof IdsRow]: null }

export type WrittenRow = IdsRow & Pick<WrittenVersion, 'seq' | 'type' | 'id' | 'versionId' | 'lastUpdated'> & Origin

interface Origin {
  readonly origin: string | null
}

export type VersionRow = (IdsRow | NoIds) &
  Pick<SubscriptionVersion, 'seq' | 'id' | 'versionId'> &
  Origin & { readonly body: string | null }

export type EventRow = IdsRow & Origin & Omit<SubscriptionEvent, keyof RequestIds | 'origin'>

export type StateRow = (IdsRow | NoIds) & {
  readonly [Name in 'id' | 'phase' | 'eventId']: string
} & { readonly [Name in 'versionId' | 'number' | 'done' | 'attempts' | 'failures' | 'nextAt']: number } & {
  readonly [Name in 'sendingTo' | 'failingSince' | 'lastFailureAt' | 'lastSuccessAt']: number | null
} & { readonly lastFailure: string | null }

const idsOf = ({ requestId, correlationId, traceId, clientId }: IdsRow): RequestIds => ({
  requestId,
  correlationId: correlationId ?? undefined,
  traceId: traceId ?? undefined,
  clientId: clientId ?? undefined,
})

const toIds = (row: IdsRow | NoIds): RequestIds | undefined => (row.requestId === null ? undefined : idsOf(row))

const toIdsRow = ({ requestId, correlationId, traceId, clientId }: RequestIds): IdsRow => ({
  requestId,
  correlationId: correlationId ?? null,
  traceId: traceId ?? null,
  clientId: clientId ?? null,
})

const NO_IDS: NoIds = { requestId: null, correlationId: null, traceId: null, clientId: null }

export const toWritten = (row: WrittenRow): WrittenVersion => ({
  ...idsOf(row),
  seq: row.seq,
  type: row.type,
  id: row.id,
  versionId: row.versionId,
  lastUpdated: row.lastUpdated,
  origin: row.origin ?? undefined,
})

export const toVersion = (row: VersionRow): SubscriptionVersion => ({
  seq: row.seq,
  id: row.id,
  versionId: row.versionId,
  origin: row.origin ?? undefined,
  body: row.body ?? undefined,
  by: toIds(row),
})

export const toEvent = ({
  subscriptionId,
  number,
  eventId,
  at,
  type,
  origin,
  ...ids
}: EventRow): SubscriptionEvent => ({
  ...idsOf(ids),
  subscriptionId,
  number,
  eventId,
  at,
  type,
  origin: origin ?? undefined,
})

export const toEventRow = (event: SubscriptionEvent): EventRow => ({
  ...event,
  ...toIdsRow(event),
  origin: event.origin ?? null,
})

export const toState = (row: StateRow): SubscriptionState => ({
  id: row.id,
  versionId: row.versionId,
  phase: row.phase as Phase,
  number: row.number,
  done: row.done,
  sendingTo: row.sendingTo ?? undefined,
  eventId: row.eventId,
  by: toIds(row),
  attempts: row.attempts,
  failures: row.failures,
  failingSince: row.failingSince ?? undefined,
  nextAt: row.nextAt,
  lastFailure: row.lastFailure ?? undefined,
  lastFailureAt: row.lastFailureAt ?? undefined,
  lastSuccessAt: row.lastSuccessAt ?? undefined,
})

export const toStateRow = ({ by, ...state }: SubscriptionState): StateRow => ({
  ...state,
  ...(by ? toIdsRow(by) : NO_IDS),
  sendingTo: state.sendingTo ?? null,
  failingSince: state.failingSince ?? null,
  lastFailure: state.lastFailure ?? null,
  lastFailureAt: state.lastFailureAt ?? null,
  lastSuccessAt: state.lastSuccessAt ?? null,
})
