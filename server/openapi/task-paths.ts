// A practitioner's actions on tasks on the portal's page, and how the page learns of changes.

import type { Parameter, Responses } from '#lib/api/openapi.ts'
import { cancellingForm, givingForm } from '#lib/api/portal-forms.ts'
import { empty, json, jsonBody, OPEN, pathsOf, query, refused, SESSION, text } from './parts.ts'

const PATIENT = query('patient', 'The id of the patient.', { example: 'marijke-jansen' })
const SIGNED = 'The JWS of a notification: of this issuer, for this address, no older than five minutes.'

const faults: Responses = {
  502: refused('The FHIR API did not answer.'),
}

const signature: Parameter = {
  name: 'X-Slipway-Signature',
  in: 'header',
  required: true,
  description: SIGNED,
  schema: text,
}

const who: Responses = {
  400: refused('patient or the body is not what is expected.'),
  403: refused('Not for who asks, or for the portal, or the request is not of this site.'),
  404: refused('There is no such patient or task.'),
}

export const TASK_PATHS = pathsOf('Portal', SESSION, {
  'GET /portal/api/tasks/choices': {
    operationId: 'portalTaskChoices',
    summary: 'To whom a practitioner can give a task, and which activities there are',
    parameters: [PATIENT],
    responses: { 200: json('The choices, and the number of the task.', 'PortalTaskChoices'), ...who, ...faults },
  },
  'POST /portal/api/tasks/give': {
    operationId: 'portalGiveTask',
    summary: 'Give a task',
    description: 'key is that of the choices: however often it is sent, there is one task.',
    requestBody: jsonBody(givingForm, {
      key: '6f1c3a52-9d0e-4b7a-8a35-1f0b7c2d9e44',
      patient: 'marijke-jansen',
      owner: 'Patient/marijke-jansen',
      activity: 'ActivityDefinition/sleep-diary',
    }),
    responses: {
      200: json('The task that there is now.', 'PortalTaskWritten'),
      ...who,
      422: refused('The task cannot be given to this person, or not of this activity.'),
      ...faults,
    },
  },
  'POST /portal/api/tasks/fresh': {
    operationId: 'portalFreshTask',
    summary: 'In the demo: a task that the patient can open, a new one where all have ended',
    responses: {
      200: json('The task that there is now.', 'PortalTaskWritten'),
      ...who,
      422: refused('The activity of the demo is not there any more.'),
      ...faults,
    },
  },
  'POST /portal/api/tasks/cancel': {
    operationId: 'portalCancelTask',
    summary: 'Cancel a task that this portal gave, as it was shown',
    requestBody: jsonBody(cancellingForm, { task: 'Task/sleep-diary-week-2', version: '1' }),
    responses: {
      200: json('It is cancelled.', 'PortalTaskWritten'),
      ...who,
      409: refused('It has changed meanwhile, or is over.'),
      ...faults,
    },
  },
  'GET /portal/api/tasks/stream': {
    operationId: 'portalTaskStream',
    summary: 'What becomes of the tasks of a patient, while it happens',
    description: 'Server-Sent Events named task: reference, status and, where it is certain, the trace of the change.',
    parameters: [PATIENT],
    responses: {
      200: { description: 'The events.', content: { 'text/event-stream': { schema: text } } },
      ...who,
      429: refused('Who asks has too many of these streams open.'),
      ...faults,
    },
  },
  'POST /portal/api/notified': {
    operationId: 'portalNotified',
    summary: 'Where the Subscription of the portal itself is notified',
    security: OPEN,
    parameters: [signature],
    responses: {
      204: empty('It is heard.'),
      401: refused('It is not signed as a notification for the portal.'),
      429: refused('Too many refused requests; see Retry-After.'),
      ...faults,
    },
  },
})
