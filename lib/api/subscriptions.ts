// The JSON of /subscriptions/api: the notifications of Subscriptions. It contains no header values and no endpoint
// queries, which may be secrets of the receiver.
import { z } from 'zod'
import { maybeText, object, type Shown } from './shape.ts'
import { SUBSCRIPTION_STATUSES } from './subscription-words.ts'
import type { newSubscriptionForm } from './subscriptions-form.ts'

const time = z.string().describe('RFC 3339.')
const count = z.number()

const summary = {
  id: z.string(),
  app: z.string().describe('client_id of the app whose it is.'),
  appName: z.string().describe('What people call that app, in the language of the request.'),
  status: z.enum(SUBSCRIPTION_STATUSES),
  reason: maybeText,
  criteria: z.string(),
  endpoint: z.string().describe('Without its query.'),
  end: time.nullable(),
  error: maybeText.describe('Why it is in error, or off.'),
  lastSuccess: time.nullable(),
  lastFailure: object({ kind: z.string().describe('Such as timeout or http-500.'), at: time }).nullable(),
  number: count.describe('Of its newest event; 0 when there was none.'),
  waiting: count.describe('Events that wait to be sent.'),
  attempts: count.describe('Tries of the present notification or handshake.'),
  nextTry: time.nullable(),
}
const item = object(summary)
export type SubscriptionItem = Shown<typeof item>

/** GET /subscriptions/api */
const list = object({
  items: z.array(item),
  hasApps: z.boolean().describe('Whether there are apps whose Subscriptions one may see: an administrator’s are all.'),
})
export type SubscriptionList = Shown<typeof list>

const event = object({
  number: count,
  eventId: z.string(), // X-Slipway-Event-Id, if the event had a notification of its own.
  at: time,
  waiting: z.boolean(),
  requestId: z.string().describe('Of the request that wrote what changed, as the next two.'),
  correlationId: maybeText,
  traceId: maybeText,
  trace: maybeText.describe('By what its trace is found: another app may use the same traceId.'),
})
export type SubscriptionEventItem = Shown<typeof event>

const attempt = object({
  first: count.describe('The events that it told of, up to number; both are 0 for a handshake.'),
  number: count,
  attempt: count,
  at: time,
  ms: count.describe('How long it took.'),
  requestId: z.string().describe('Its X-Request-Id.'),
  outcome: z.string().describe('delivered, or the kind of failure.'),
  // In order: the channel's current headers without their values, and the signature as `***`.
  headers: z
    .array(object({ name: z.string(), value: z.string() }))
    .describe('That it had, as far as they are kept; *** in place of what may be a secret.'),
})
export type SubscriptionAttemptItem = Shown<typeof attempt>

/** GET /subscriptions/api/{id}; also the answer to POST …/send and …/stop. Newest first. */
const detail = object({ ...summary, events: z.array(event), tries: z.array(attempt) })
export type SubscriptionDetail = Shown<typeof detail>

/** POST /subscriptions/api/{id}/test: what came of it. Nothing of it is stored with the Subscription. */
export type SubscriptionTest = SubscriptionAttemptItem

const app = object({
  clientId: z.string(),
  name: z.string(),
  mayHave: z.boolean().describe('Whether its role lets it create a Subscription.'),
  origins: z
    .array(z.string())
    .describe('Where its receivers may be: those of its registered web origins that are not this server.'),
  ownHook: maybeText.describe('Its receiver at this server itself, if it has one.'),
})
export type SubscribableApp = Shown<typeof app>

/** GET /subscriptions/api/apps/choices: the apps for which one may create a Subscription. */
const choices = object({ apps: z.array(app) })
export type SubscriptionChoices = Shown<typeof choices>

/** POST /subscriptions/api: the body, and the id of what was created. */
export type NewSubscription = z.input<typeof newSubscriptionForm>
const created = object({ id: z.string() })
export type CreatedSubscription = Shown<typeof created>

/** The answers below /subscriptions/api by the name that /openapi.json gives their shape. */
export const SUBSCRIPTION_ANSWERS = {
  SubscriptionList: list,
  SubscriptionDetail: detail,
  SubscriptionTest: attempt,
  SubscriptionChoices: choices,
  CreatedSubscription: created,
}
