// Subscriptions and their notifications, for administrators and for the developers of their apps.
import { inPath, json, pathsOf, refused, SESSION, text } from './parts.ts'

const ID = inPath('id', 'Id of the Subscription.', text, 'my-subscription')

const SHOWN = 'Administrators see all of them, developers those of their apps.'

const REFUSED = {}

const ABOUT_ONE = {
  ...REFUSED,
  200: json('The Subscription, with its newest events and tries.', 'SubscriptionDetail'),
  404: refused('There is no such Subscription for who asks.'),
}

const CHANGE = { ...ABOUT_ONE, 403: refused('The request does not come from a page of this site.') }

export const SUBSCRIPTION_PATHS = pathsOf('Subscriptions', SESSION, {
  'GET /subscriptions/api': {
    operationId: 'subscriptions',
    summary: 'Subscriptions, and what became of their notifications',
    description: `${SHOWN} No header of a channel is shown, and of an endpoint no query.`,
    responses: { ...REFUSED, 200: json('All of them.', 'SubscriptionList') },
  },
  'GET /subscriptions/api/{id}': {
    operationId: 'subscription',
    summary: 'A Subscription, its newest events, and each try to send them',
    description: SHOWN,
    parameters: [ID],
    responses: ABOUT_ONE,
  },
  'POST /subscriptions/api/{id}/send': {
    operationId: 'subscriptionSend',
    summary: 'Send at once what waits to be sent',
    description: `It does not wait for the next try that is planned. ${SHOWN}`,
    parameters: [ID],
    responses: { ...CHANGE, 409: refused('There is nothing to send.') },
  },
  'POST /subscriptions/api/{id}/stop': {
    operationId: 'subscriptionStop',
    summary: 'Switch a Subscription off',
    description: `What waits to be sent is dropped. The app can switch it on again. ${SHOWN}`,
    parameters: [ID],
    responses: { ...CHANGE, 409: refused('It was changed at the same time.') },
  },
})
