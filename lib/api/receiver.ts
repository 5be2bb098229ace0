// The JSON of /launch/api/hook: the notifications that arrived at the demo app, and how it answers them.
import { z } from 'zod'
import { maybeText, object, type Shown } from './shape.ts'

const time = z.string().describe('RFC 3339.')
const count = z.number()

/** A notification with a valid signature. */
const received = object({
  at: time,
  subscription: z.string().describe('Subscription/{id}.'),
  number: count.describe('0 for a handshake.'),
  first: count.nullable().describe('Where it tells of several events: the first of them.'),
  eventId: z.string(),
  attempt: count,
  requestId: z.string(),
  correlationId: maybeText,
  traceId: maybeText,
  signature: object({ kid: z.string(), expires: time }),
  status: count.describe('That it was answered with.'),
})
export type ReceivedNotification = Shown<typeof received>

/** Requests without a valid signature: only their number and the reason of the last refusal are stored. */
const refused = object({ count, at: time, reason: z.string() })
export type RefusedNotifications = Shown<typeof refused>

/** GET /launch/api/hook; also the answer to POST. */
const receiver = object({
  endpoint: z.string().describe('Its own address, which the signature is for.'),
  issuer: z.string(),
  jwksUri: z.string(),
  brokenUntil: time.nullable().describe('Until then it answers 500.'),
  refused: refused.nullable().describe('What had no right signature.'),
  items: z.array(received).describe('The last notifications, newest first.'),
})
export type DemoReceiver = Shown<typeof receiver>

/** The answers of /launch/api/hook by the name that /openapi.json gives their shape. */
export const RECEIVER_ANSWERS = { DemoReceiver: receiver }
