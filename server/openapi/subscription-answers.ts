// The answers about Subscriptions, as schemas that the compiler compares with the types of lib/api.
import { z } from 'zod'
import type { DemoReceiver, ReceivedNotification, RefusedNotifications } from '#lib/api/receiver.ts'
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionAttemptItem,
  type SubscriptionDetail,
  type SubscriptionEventItem,
  type SubscriptionItem,
  type SubscriptionList,
} from '#lib/api/subscriptions.ts'
import { object } from './shapes.ts'

const time = z.string().describe('RFC 3339.')
const count = z.number()

const summary = {
  id: z.string(),
  app: z.string().describe('client_id of the app whose it is.'),
  status: z.enum(SUBSCRIPTION_STATUSES),
  reason: z.string().nullable(),
  criteria: z.string(),
  endpoint: z.string().describe('Without its query.'),
  end: time.nullable(),
  error: z.string().nullable().describe('Why it is in error, or off.'),
  lastSuccess: time.nullable(),
  lastFailure: object({ kind: z.string().describe('Such as timeout or http-500.'), at: time }).nullable(),
  number: count.describe('Of its newest event; 0 when there was none.'),
  waiting: count.describe('Events that wait to be sent.'),
  attempts: count.describe('Tries of the present notification or handshake.'),
  nextTry: time.nullable(),
}

const item = object(summary) satisfies z.ZodType<SubscriptionItem>

const list = object({ items: z.array(item) }) satisfies z.ZodType<SubscriptionList>

const event = object({
  number: count,
  eventId: z.string(),
  at: time,
  waiting: z.boolean(),
  requestId: z.string().describe('Of the request that wrote what changed, as the next two.'),
  correlationId: z.string().nullable(),
  traceId: z.string().nullable(),
}) satisfies z.ZodType<SubscriptionEventItem>

const attempt = object({
  first: count.describe('The events that it told of, up to number; both are 0 for a handshake.'),
  number: count,
  attempt: count,
  at: time,
  ms: count.describe('How long it took.'),
  requestId: z.string().describe('Its X-Request-Id.'),
  outcome: z.string().describe('delivered, or the kind of failure.'),
  headers: z
    .array(object({ name: z.string(), value: z.string() }))
    .describe('That it had, as far as they are kept; *** in place of what may be a secret.'),
}) satisfies z.ZodType<SubscriptionAttemptItem>

const detail = object({
  ...summary,
  events: z.array(event),
  tries: z.array(attempt),
}) satisfies z.ZodType<SubscriptionDetail>

const received = object({
  at: time,
  subscription: z.string().describe('Subscription/{id}.'),
  number: count.describe('0 for a handshake.'),
  first: count.nullable().describe('Where it tells of several events: the first of them.'),
  eventId: z.string(),
  attempt: count,
  requestId: z.string(),
  correlationId: z.string().nullable(),
  traceId: z.string().nullable(),
  signature: object({ kid: z.string(), expires: time }),
  status: count.describe('That it was answered with.'),
}) satisfies z.ZodType<ReceivedNotification>

const refusedOnes = object({
  count,
  at: time,
  reason: z.string(),
}) satisfies z.ZodType<RefusedNotifications>

const receiver = object({
  endpoint: z.string().describe('Its own address, which the signature is for.'),
  issuer: z.string(),
  jwksUri: z.string(),
  brokenUntil: time.nullable().describe('Until then it answers 500.'),
  refused: refusedOnes.nullable().describe('What had no right signature.'),
  items: z.array(received).describe('The last notifications, newest first.'),
}) satisfies z.ZodType<DemoReceiver>

/** By the names that descriptions refer to. */
export const SUBSCRIPTION_ANSWERS = { SubscriptionList: list, SubscriptionDetail: detail, DemoReceiver: receiver }
