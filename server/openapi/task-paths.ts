// A practitioner's actions on tasks on the portal's page, and how the page learns of changes.

import { cancellingForm, givingForm } from '#lib/api/portal-forms.ts'
import {
  type Answers,
  empty,
  events,
  inHeader,
  json,
  jsonBody,
  logoutToken,
  OPEN,
  op,
  pathsOf,
  query,
  refused,
  SESSION,
} from './parts.ts'

const PATIENT = query('patient', 'The id of the patient.', { example: 'marijke-jansen' })
const SIGNED = 'The JWS of a notification: of this issuer, for this address, no older than five minutes.'

const refusals: Answers = {
  400: refused('patient or the body is not what is expected.'),
  403: refused('Not for who asks, or for the portal, or the request is not of this site.'),
  404: refused('There is no such patient or task.'),
  502: refused('The FHIR API did not answer.'),
}

export const TASK_PATHS = pathsOf('Portal', SESSION, {
  'GET /portal/api/tasks/choices': {
    operationId: 'portalTaskChoices',
    summary: 'To whom a practitioner can give a task, and which activities there are',
    parameters: [PATIENT],
    200: json('The choices, and the number of the task.', 'PortalTaskChoices'),
    ...refusals,
  },
  'POST /portal/api/tasks/give': op('portalGiveTask', 'Give a task', {
    description: 'key is that of the choices: however often it is sent, there is one task.',
    requestBody: jsonBody(givingForm, {
      key: '6f1c3a52-9d0e-4b7a-8a35-1f0b7c2d9e44',
      patient: 'marijke-jansen',
      owner: 'Patient/marijke-jansen',
      activity: 'ActivityDefinition/sleep-diary',
      message: 'Shall we look at it together on Friday?',
    }),
    200: json('The task that there is now.', 'PortalTaskWritten'),
    ...refusals,
    422: refused('The task cannot be given to this person, or not of this activity.'),
  }),
  'POST /portal/api/tasks/fresh': op(
    'portalFreshTask',
    'In the demo: a task that the patient can open, a new one where all have ended',
    {
      200: json('The task that there is now.', 'PortalTaskWritten'),
      ...refusals,
      422: refused('The activity of the demo is not there any more.'),
    },
  ),
  'POST /portal/api/tasks/cancel': op('portalCancelTask', 'Cancel a task that this portal gave, as it was shown', {
    requestBody: jsonBody(cancellingForm, { task: 'Task/sleep-diary-week-2', version: '1' }),
    200: json('It is cancelled.', 'PortalTaskWritten'),
    ...refusals,
    409: refused('It has changed meanwhile, or is over.'),
  }),
  'GET /portal/api/tasks/stream': op('portalTaskStream', 'What becomes of the tasks of a patient, while it happens', {
    description:
      'Server-Sent Events named task: reference, status and, where it is certain, the trace of the change. A practitioner who names no patient gets events named any, without content: some task changed.',
    parameters: [PATIENT],
    200: events('The events.'),
    ...refusals,
    429: refused('Who asks has too many of these streams open.'),
  }),
  'POST /portal/api/notified': op('portalNotified', 'Where the Subscription of the portal itself is notified', {
    security: OPEN,
    parameters: [inHeader('X-Slipway-Signature', SIGNED, { required: true })],
    204: empty('It is heard.'),
    401: refused('It is not signed as a notification for the portal.'),
    429: refused('Too many refused requests; see Retry-After.'),
    502: refused('The FHIR API did not answer.'),
  }),
  'POST /portal/api/backchannel-logout': logoutToken(
    'portalLogout',
    'Where the identity provider tells of the end of a session: those of the portal and the console end',
  ),
})
