// The composer's addresses: any launch, with any claims. In the demo for everyone, elsewhere for administrators.
import { compositionForm } from '#lib/api/compose-form.ts'
import { type Answers, EITHER, form, json, jsonBody, OPEN, op, page, pathsOf, refused, text } from './parts.ts'

const WHO = 'In the demo for everybody, elsewhere for administrators.'

const COMPOSITION = {
  app: 'demo-app',
  claims: { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' },
  delivery: 'shof',
}

const handedOver: Answers = {
  200: page('Takes the browser to the app.'),
  400: page('The form is not what is expected.'),
  403: page('Not for who asks, or the form is not of this site.'),
  422: page('There is no such app, or the launch cannot be made.'),
  502: page('The FHIR API did not answer.'),
}

export const COMPOSE_PATHS = pathsOf('Portal', EITHER, {
  'GET /portal/api/compose': op('composeOptions', 'What the composer offers: apps, people, tasks', {
    description: WHO,
    200: json('What there is.', 'ComposeOptions'),
    403: refused('Not for who asks.'),
    502: refused('The FHIR API did not answer.'),
  }),
  'POST /portal/api/compose/ticket': {
    operationId: 'composeTicket',
    summary: 'An address that opens a composed launch once, such as on a phone',
    description: WHO,
    requestBody: jsonBody(compositionForm, COMPOSITION),
    200: json('The ticket, which is good for five minutes.', 'ComposeTicket'),
    422: refused('The body is not what is expected, or the launch cannot be made.'),
  },
  'POST /portal/api/compose/sample': op('composeSample', 'A launch token to look at, as the portal signs one', {
    description: 'In the demo for everybody.',
    200: json('The token.', 'ComposeSample'),
    403: refused('This is no demo, or the request is not of this site.'),
    502: refused('The FHIR API did not answer.'),
  }),
  'POST /portal/compose/launch': op('composeDeliver', 'Open a composed launch', {
    description: `composition is the JSON that a ticket takes. ${WHO}`,
    requestBody: form(
      { composition: text, in: { ...text, description: 'frame shows the app in a frame.' } },
      ['composition'],
      { composition: JSON.stringify(COMPOSITION) },
    ),
    ...handedOver,
  }),
  'GET /portal/compose/open': op('composeOpen', 'Where a ticket leads: a page that takes it out of the fragment', {
    security: OPEN,
    200: page('The page.'),
  }),
  'POST /portal/compose/open': op('composeOpenByForm', 'Open the launch of a ticket, and use the ticket up', {
    security: OPEN,
    requestBody: form({ ticket: text }, ['ticket'], { ticket: 'of-the-address' }),
    ...handedOver,
    410: page('The ticket is unknown, was used before, or has expired.'),
  }),
})
