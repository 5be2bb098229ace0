// Subscriptions and their notifications, for administrators and for the developers of their apps.
import { newSubscriptionForm } from '#lib/api/subscriptions-form.ts'
import { type Answers, inPath, json, jsonBody, op, pathsOf, refused, SESSION, text } from './parts.ts'

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
  'POST /subscriptions/api': op('subscriptionCreate', 'Create a Subscription in the name of an app', {
    description:
      'An administrator may for every approved app, a developer for their own. The FHIR API decides as it does for requests of the app itself.',
    requestBody: jsonBody(newSubscriptionForm, {
      app: 'my-app',
      reason: 'Tasks of our users',
      criteria: 'Task?status=ready',
      endpoint: 'https://app.example.org/notified',
      header: ['Authorization: Bearer a-secret-of-yours'],
    }),
    200: json('It was created, and the handshake is on its way.', 'CreatedSubscription'),
    403: refused('The app is not one of yours.'),
    422: refused('The FHIR API refused it; `problems` has its sentences, `elements` the element that each is about.'),
    429: refused('Too many changes in a minute.'),
  }),
  'GET /subscriptions/api/apps/choices': op('subscriptionApps', 'The apps for which one may create a Subscription', {
    description: 'Administrators see all approved apps, developers their own.',
    200: json('All of them, by name.', 'SubscriptionChoices'),
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
  'POST /subscriptions/api/{id}/test': op('subscriptionTest', 'Send a test to its receiver', {
    description: `One signed notification with the number 0, as in the handshake. It is tried once, and changes nothing of the Subscription. ${SHOWN}`,
    parameters: [ID],
    200: json('What came of it.', 'SubscriptionTest'),
    404: refused('There is no such Subscription for who asks.'),
    409: refused('It is off.'),
    429: refused('Too many tests of the receivers of this app in a minute.'),
  }),
  'POST /subscriptions/api/{id}/stop': op('subscriptionStop', 'Switch a Subscription off', {
    description: `What waits to be sent is dropped. The app can switch it on again. ${SHOWN}`,
    parameters: [ID],
    ...ABOUT_ONE,
    409: refused('It was changed at the same time.'),
  }),
  'POST /subscriptions/api/{id}/delete': op('subscriptionDelete', 'Delete a Subscription, in the name of its app', {
    description: `The role of the app decides. ${SHOWN}`,
    parameters: [ID],
    200: json('It is deleted.', 'Done'),
    403: refused('The role of the app may not delete a Subscription.'),
    404: refused('There is no such Subscription for who asks.'),
    409: refused('It was changed at the same time.'),
    429: refused('Too many changes in a minute.'),
  }),
})
