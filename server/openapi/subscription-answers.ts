// The answers about Subscriptions, as schemas that the compiler compares with the types of lib/api.
import { z } from 'zod'
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
}) satisfies z.ZodType<SubscriptionAttemptItem>

const detail = object({
  ...summary,
  events: z.array(event),
  tries: z.array(attempt),
}) satisfies z.ZodType<SubscriptionDetail>

/** By the names that descriptions refer to. */
export const SUBSCRIPTION_ANSWERS = { SubscriptionList: list, SubscriptionDetail: detail }
