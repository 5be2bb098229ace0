// The addresses behind the pages of the portal, the demo app, the record browser and the identity provider. They need a session at
// this site; an application of your own uses the FHIR API instead.

import { answersForm } from '#lib/api/answers.ts'
import type { ApiResponse, Parameter } from '#lib/api/openapi.ts'
import { receiverForm } from '#lib/api/receiver-form.ts'
import { taskStepForm } from '#lib/api/task-step-form.ts'
import { DEMO_PATHS } from '#lib/launch/demo-paths.ts'
import {
  type Answers,
  EITHER,
  empty,
  form,
  inHeader,
  json,
  jsonBody,
  keys,
  logoutToken,
  OPEN,
  op,
  outcome,
  type Paths,
  page,
  pathsOf,
  query,
  type Row,
  redirect,
  ref,
  refused,
  SESSION,
  text,
} from './parts.ts'

const portalRead = (operationId: string, summary: string, schema: string, more: Partial<Row>): Row =>
  op(operationId, summary, {
    ...more,
    200: json('What the page shows.', schema),
    409: refused('The portal is not an approved app of this domain.'),
    502: refused('The FHIR API did not answer.'),
  })

const pageRefusals: Answers = {
  400: page('The form is not what is expected.'),
  403: page('The form is not of this site.'),
}

const FHIR_READ: readonly Parameter[] = [
  query('path', 'Type/id, a type, or a type with a query; below the FHIR base.', { example: 'Patient?_count=1' }),
  query('url', 'In its place: a whole address below the FHIR base, such as the link next of a Bundle.'),
]

const OF_LAUNCH = query('session', 'Which launch of this browser; the newest where there is none.')

/** A FHIR answer unchanged, or an error of the page's own back-end. */
const passedOn = (operationId: string, summary: string, more: readonly Parameter[] = []): Row =>
  op(operationId, summary, {
    parameters: [...FHIR_READ, ...more],
    200: passed('The resource or the Bundle, text untouched.', 'Resource', 'Bundle'),
    400: passed('Neither one path nor one url below the base, or a parameter that is not valid.'),
    401: refused('Nobody is signed in, or no launch is open.'),
    403: passed('Not for this person, or not for this app.'),
    404: passed('There is no such type or resource.'),
    410: passed('Deleted, or a search that has expired.'),
    502: refused('The FHIR base did not answer.'),
  })

function passed(description: string, ...schemas: readonly string[]): ApiResponse {
  const content = { ...outcome('').content, ...refused('').content }
  const schema = schemas.length === 1 ? ref(schemas[0] ?? '') : { anyOf: schemas.map(ref) }
  return { description, content: schemas.length === 0 ? content : { 'application/fhir+json': { schema } } }
}

const portal = pathsOf('Portal', SESSION, {
  'GET /portal/api/me': portalRead('portalMe', 'Who is there', 'PortalMe', { security: EITHER }),
  'GET /portal/api/patients': portalRead('portalPatients', 'Patients whom the person may see', 'PortalPatients', {
    parameters: [
      query('name', 'Words with which names of the patient begin.', { example: 'mar jan' }),
      query('next', 'Of the page before.'),
    ],
    400: refused('next is none of ours, or name is too long.'),
  }),
  'GET /portal/api/work': portalRead(
    'portalWork',
    'What a practitioner sees first: own open tasks, and the patients whose tasks changed last',
    'PortalWork',
    {
      parameters: [query('next', 'Of the page before.')],
      400: refused('next is none of ours.'),
      403: refused('The person is no practitioner.'),
    },
  ),
  'GET /portal/api/tasks': portalRead(
    'portalTasks',
    'Tasks of a patient, and which of them can be opened',
    'PortalTasks',
    {
      parameters: [query('patient', 'The id of the patient.', { example: 'marijke-jansen' })],
      400: refused('patient is no id, or is needed.'),
      403: refused('The patient is not in the care of the person.'),
      404: refused('There is no such patient.'),
    },
  ),
  'POST /portal/launch': op('portalLaunch', 'Open a task: a page that takes the browser to the app (HTI 2.0)', {
    requestBody: form({ task: text, patient: text }, ['task'], { task: 'sleep-diary-week-1' }),
    200: page('Posts iss and launch to the app.'),
    ...pageRefusals,
    303: redirect('Nobody is signed in: to the page that asks who it is, and leads on to the task.'),
    401: page('Who is signed in is no person of this domain.'),
    404: page('There is no such task for this person.'),
    409: page('The task cannot be opened.'),
    502: page('The FHIR API did not answer.'),
  }),
  'GET /portal/go-on': op('portalGoOn', 'Open the task that somebody wanted before they signed in', {
    security: EITHER,
    200: page('Posts iss and launch to the app.'),
    302: redirect('To the portal, where no task is wanted.'),
    404: page('There is no such task for this person.'),
    409: page('The task cannot be opened.'),
    502: page('The FHIR API did not answer.'),
  }),
  'GET /portal/signed-out': {
    operationId: 'portalSignedOut',
    summary: 'Where the identity provider sends a person who signed out (OpenID Connect RP-Initiated Logout 1.0)',
    security: OPEN,
    parameters: [query('state', 'The page of this site that was left.', { example: '/portal' })],
    302: redirect('To that page, or to the portal.'),
  },
  'GET /portal/jwks': keys('portalJwks', 'Public keys of the portal, which signs launch tokens'),
})

const HOOK_ANSWERS: Answers = {
  200: json('What arrived, and how it answers.', 'DemoReceiver'),
  403: refused('Who asks is neither an administrator nor a developer of the demo app, or not on a page of this site.'),
  404: refused('This is no demo domain.'),
}

const receiving = (path: string, id: string, name: string) => ({
  [`GET ${path}/api/session`]: op(`${id}Session`, `A launch of this browser in the ${name}, step by step`, {
    security: EITHER,
    parameters: [OF_LAUNCH],
    200: json('Open, failed or none; never a token.', 'LaunchSession'),
  }),
  [`GET ${path}/api/fhir`]: passedOn(`${id}Fhir`, `A FHIR read of the ${name}, with the bearer of its back-end`, [
    OF_LAUNCH,
  ]),
  [`POST ${path}/api/task`]: {
    operationId: `${id}Task`,
    summary: `Start or complete the task of a launch: a JSON Patch with the bearer of the back-end of the ${name}`,
    requestBody: jsonBody(taskStepForm, { session: 'Gw5YB8zDkQpV', version: '1', from: 'ready', to: 'in-progress' }),
    200: passed('The Task as it is now.', 'Resource'),
    400: refused('Not a step of a task.'),
    401: refused('No such launch is open.'),
    403: passed('Not a page of this site, or a task that this app may not change.'),
    404: passed('There is no such task any more.'),
    410: passed('The task was deleted.'),
    412: passed('The task is another version by now: read it again.'),
    422: passed('The task has another status, or is not for this person to do.'),
    502: refused('The FHIR base did not answer.'),
  },
  [`GET ${path}/api/answers`]: op(`${id}Answers`, `What people answered in the ${name}, which keeps it itself`, {
    description:
      'People see their own answers. A practitioner whose own task is about a patient sees the answers of completed tasks about that patient.',
    parameters: [OF_LAUNCH],
    200: json('What the person of the launch may see.', 'KeptAnswers'),
    401: refused('No such launch is open.'),
    403: refused('The FHIR base of this launch is not trusted any more.'),
  }),
  [`POST ${path}/api/answers`]: op(
    `${id}AnswersKeep`,
    `Keep a draft of the answers for the task of a launch of the ${name}; without answers, remove it`,
    {
      requestBody: jsonBody(answersForm, { session: 'Gw5YB8zDkQpV', answers: [3, 2] }),
      200: json('It is kept, or the task was completed and its answers stay.', 'Done'),
      400: refused('Not answers.'),
      401: refused('No such launch is open.'),
      403: refused('Not a page of this site, or a practitioner, who reviews.'),
    },
  ),
  [`POST ${path}/api/end`]: op(`${id}End`, `End a launch of this browser in the ${name}, and no other`, {
    requestBody: form({ session: text }, [], {}),
    303: redirect('To the page of the app.'),
    403: refused('The form is not of this site.'),
  }),
  [`POST ${path}/api/backchannel-logout`]: logoutToken(
    `${id}Logout`,
    `Where the authorization server tells the ${name} of the end of a session`,
  ),
})

const app = pathsOf('Demo app', SESSION, {
  ...receiving(DEMO_PATHS.sleep, 'launch', 'sleep diary'),
  ...receiving(DEMO_PATHS.energy, 'energy', 'energy check'),
  'GET /launch/api/hook': op('launchHookLog', 'The notifications that arrived at the demo app', {
    description: 'For administrators, and for the developers of the demo app. In a demo domain only.',
    ...HOOK_ANSWERS,
  }),
  'POST /launch/api/hook': {
    operationId: 'launchHookBreak',
    summary: 'Make the demo app answer 500 to notifications for a minute, or stop that',
    requestBody: jsonBody(receiverForm, { broken: true }),
    ...HOOK_ANSWERS,
    400: refused('The body is not what is expected.'),
  },
})

/** The answers come from the FHIR API, whose own addresses describe them in more detail. */
function changeOfRecord(operationId: string, isWritten: boolean): Row {
  return {
    operationId,
    summary: isWritten
      ? 'Write a new version of a record, with the bearer of the record browser; for administrators'
      : 'Delete a record, with the bearer of the record browser; for administrators',
    parameters: [
      query('path', 'Type/id.', { required: true, example: 'Patient/marijke-jansen' }),
      inHeader('If-Match', 'The ETag of the version that was read.', { required: isWritten, example: 'W/"1"' }),
    ],
    ...(isWritten
      ? { requestBody: { required: true, content: { 'application/fhir+json': { schema: ref('Resource') } } } }
      : {}),
    ...(isWritten
      ? { 200: passed('The new version.', 'Resource'), 201: passed('It was deleted, and is back.', 'Resource') }
      : { 204: empty('It is deleted.') }),
    400: passed('No type and id, or no resource of FHIR R4.'),
    403: passed('Not for this person, not from this page, or not for the record browser.'),
    404: passed('There is no such type or resource.'),
    409: passed('Other records refer to it.'),
    412: passed('It was changed meanwhile, or nothing says which version was read.'),
    413: refused('Larger than a record may be.'),
    ...(isWritten ? { 415: passed('The body is no JSON of FHIR.') } : {}),
    422: passed('A profile or a rule of the domain is not kept.'),
    502: refused('The FHIR base did not answer.'),
  }
}

const browse = pathsOf('Browse', SESSION, {
  'GET /browse/api/session': op('browseSession', 'Who looks at the records, and whether they may', {
    security: EITHER,
    200: json('Who is there.', 'BrowseSession'),
  }),
  'GET /browse/api/fhir': passedOn('browseFhir', 'A FHIR read, with the bearer of the record browser', [
    query('long', 'left-out: a string of more than 65,536 characters is replaced by its length and a digest.', {
      example: 'left-out',
    }),
  ]),
  'PUT /browse/api/record': changeOfRecord('browseChange', true),
  'DELETE /browse/api/record': changeOfRecord('browseDelete', false),
  'GET /browse/api/types': {
    operationId: 'browseTypes',
    summary: 'The types of records, each with how many there are and when one last changed',
    200: json('What the FHIR API serves.', 'BrowseTypes'),
    403: refused('Not for this person.'),
    502: refused('The FHIR base did not answer.'),
  },
  'GET /browse/api/writers': {
    operationId: 'browseWriters',
    summary: 'Which app made each version of a record, as far as the audit log tells',
    parameters: [query('record', 'Type/id.', { example: 'Task/sleep-diary-week-1' })],
    200: json('The newest versions that came over the FHIR API.', 'BrowseWriters'),
    400: refused('No type and id.'),
    403: refused('Not for this person.'),
  },
  'GET /api/find': op('find', 'Records, traces, users and apps by name or id, as far as the person may see them', {
    security: EITHER,
    parameters: [query('q', 'A name, or a part of it; an id, or Type/id.', { example: 'Marijke' })],
    200: json('The first of each kind; none for whoever may see none.', 'FoundThings'),
  }),
  'GET /browse/jwks': keys('browseJwks', 'Public keys of the record browser'),
})

const csrfForm = (fields: Readonly<Record<string, string>>) => {
  const names = Object.keys({ ...fields, csrf: '' })
  return form(Object.fromEntries(names.map((name) => [name, text])), names, { ...fields, csrf: 'of-the-page' })
}

const idpPage = (operationId: string, summary: string): Row =>
  op(operationId, summary, {
    200: page('The page.'),
    303: redirect('Back to whoever asked for the login, if there is nothing to do here.'),
    400: page('There is no login to go on with.'),
    404: page('Accounts are not made here.'),
  })

const idpForm = (operationId: string, summary: string, fields: Readonly<Record<string, string>>): Row => ({
  operationId: `${operationId}ByForm`,
  summary: `${summary}: its form`,
  description: 'csrf is a hidden field of the page.',
  requestBody: csrfForm(fields),
  200: page('Done.'),
  303: redirect('On with the login.'),
  400: page('The form is not what is expected, or there is no login to go on with.'),
  403: page('The form is not of this site or not of this browser.'),
  404: page('Accounts are not made here.'),
  415: page('The body is no form.'),
  422: page('The form again with what is wrong.'),
  429: page('Too many attempts; see Retry-After.'),
})

const idp = pathsOf('Identity provider', OPEN, {
  'GET /idp/login': idpPage('idpLogin', 'Sign in'),
  'POST /idp/login': idpForm('idpLogin', 'Sign in', { username: 'marijke@demo.test', password: 'demo' }),
  'GET /idp/signup': idpPage('idpSignup', 'Create an account'),
  'POST /idp/signup': idpForm('idpSignup', 'Create an account', {
    ...{ name: 'Noor Mulder', birthDate: '1990-05-17', gender: 'female' },
    ...{ email: 'noor@demo.test', password: 'a-long-password' },
  }),
  /** A page with a form, and the end_session_endpoint of relying parties. */
  'GET /idp/logout': {
    ...idpPage('idpLogout', 'Sign out, by oneself or for a relying party (OpenID Connect RP-Initiated Logout 1.0)'),
    parameters: ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'].map((name) =>
      query(name, 'Of the relying party.'),
    ),
  },
  'POST /idp/logout': idpForm('idpLogout', 'Sign out', {}),
})

export const PAGE_PATHS: Paths = { ...idp, ...portal, ...app, ...browse }
