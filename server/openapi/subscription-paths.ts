// Subscriptions and their notifications, for administrators and for the developers of their apps.
import { type Answers, inPath, json, op, pathsOf, refused, SESSION, text } from './parts.ts'

const ID = inPath('id', 'Id of the Subscription.', text, 'my-subscription')

const SHOWN = 'Administrators see all of them, developers those of their apps.'

const ABOUT_ONE: Answers = {
  200: json('The Subscription, with its newest events and tries.', 'SubscriptionDetail'),
  404: refused('There is no such Subscription for who asks.'),
}

export const SUBSCRIPTION_PATHS = pathsOf('Subscriptions', SESSION, {
  'GET /subscriptions/api': op('subscriptions', 'Subscriptions, and what became of their notifications', {
    description: `${SHOWN} No header of a channel is shown, and of an endpoint no query.`,
    200: json('All of them.', 'SubscriptionList'),
  }),
  'GET /subscriptions/api/{id}': op('subscription', 'A Subscription, its newest events, and each try to send them', {
    description: SHOWN,
    parameters: [ID],
    ...ABOUT_ONE,
  }),
  'POST /subscriptions/api/{id}/send': op('subscriptionSend', 'Send at once what waits to be sent', {
    description: `It does not wait for the next try that is planned. ${SHOWN}`,
    parameters: [ID],
    ...ABOUT_ONE,
    409: refused('No notification is waiting.'),
  }),
  'POST /subscriptions/api/{id}/stop': op('subscriptionStop', 'Switch a Subscription off', {
    description: `What waits to be sent is dropped. The app can switch it on again. ${SHOWN}`,
    parameters: [ID],
    ...ABOUT_ONE,
    409: refused('It was changed at the same time.'),
  }),
})
