// The addresses for developers: their own apps, the sample apps, and the verdicts on tokens and keys.
import { keyTestForm } from '#lib/api/admin-forms.ts'
import { inspectForm, ownAppForm } from '#lib/api/connect-forms.ts'
import { fhirConsoleForm } from '#lib/api/fhir-console-form.ts'
import type { Parameter, Responses } from '#lib/api/openapi.ts'
import { EITHER, inPath, json, jsonBody, OPEN, pathsOf, refused, SESSION, text } from './parts.ts'

const OF_A_DEVELOPER: Responses = {
  401: refused('Nobody with an account is there.'),
}
const CHANGE: Responses = {
  ...OF_A_DEVELOPER,
  403: refused('A change that another site sent.'),
  429: refused('Too many changes; see Retry-After.'),
}
const BODY: Responses = {
  ...CHANGE,
}
const FORM: Responses = {
  ...BODY,
  422: refused('What is registered is not complete or not allowed; problems says what.'),
}

const CLIENT_ID: readonly Parameter[] = [inPath('client_id', 'An app of your own.', text, 'my-app')]
const NOT_YOURS = { 404: refused('You have no such app.') }

const APP = {
  name: 'My app',
  launchUrl: 'https://my.app/launch',
  redirectUris: ['https://my.app/callback'],
  keys: { jwksUrl: 'https://my.app/jwks.json' },
}

export const CONNECT_PATHS = pathsOf('Developers', SESSION, {
  'GET /connect/api/me': {
    operationId: 'connectMe',
    summary: 'Who is there, and what registering an app comes to',
    security: OPEN,
    responses: {
      200: json('Who is there.', 'ConnectMe'),
    },
  },
  'GET /connect/api/apps': {
    operationId: 'connectApps',
    summary: 'Your apps',
    responses: { 200: json('By name.', 'OwnApps'), ...OF_A_DEVELOPER },
  },
  'POST /connect/api/apps': {
    operationId: 'connectAddApp',
    summary: 'Register an app',
    description: 'The server chooses the client_id. In the demo it is approved at once.',
    requestBody: jsonBody(ownAppForm, APP),
    responses: {
      200: json('As it is registered.', 'OwnApp'),
      ...FORM,
      409: refused('The account has as many apps as it may.'),
    },
  },
  'GET /connect/api/apps/{client_id}': {
    operationId: 'connectApp',
    summary: 'An app of your own',
    parameters: CLIENT_ID,
    responses: { 200: json('As it is registered.', 'OwnApp'), ...OF_A_DEVELOPER, ...NOT_YOURS },
  },
  'PUT /connect/api/apps/{client_id}': {
    operationId: 'connectEditApp',
    summary: 'Change an app of your own',
    description: 'Without keys in the body, the app keeps those that it has.',
    parameters: CLIENT_ID,
    requestBody: jsonBody(ownAppForm, { ...APP, keys: {} }),
    responses: { 200: json('As it is registered.', 'OwnApp'), ...FORM, ...NOT_YOURS },
  },
  'POST /connect/api/apps/{client_id}/remove': {
    operationId: 'connectRemoveApp',
    summary: 'Remove an app of your own',
    parameters: CLIENT_ID,
    responses: { 200: json('It is gone.', 'OwnAppRemoved'), ...CHANGE, ...NOT_YOURS },
  },
  'GET /connect/api/apps/{client_id}/seen': {
    operationId: 'connectSeen',
    summary: 'What was seen of an app, the last of each step',
    description: 'The app is watched for as long as somebody asks.',
    parameters: CLIENT_ID,
    responses: { 200: json('In the order of the steps.', 'Seen'), ...OF_A_DEVELOPER, ...NOT_YOURS },
  },
  'GET /connect/api/samples/{file}': {
    operationId: 'connectSample',
    summary: 'The source of a sample app or portal',
    security: OPEN,
    parameters: [
      inPath(
        'file',
        'An app: app.mjs, app.py, App.java, Program.cs or App.csproj. A portal: launch.mjs, launch.py, Launch.java, Launch.cs or Portal.csproj.',
        text,
        'app.mjs',
      ),
    ],
    responses: {
      200: { description: 'The file.', content: { 'text/plain': { schema: text } } },
      404: refused('There is no such sample.'),
    },
  },
  'POST /connect/api/test-key': {
    operationId: 'connectTestKey',
    summary: 'What the authorization server makes of a JWKS URL',
    requestBody: jsonBody(keyTestForm, { jwksUrl: 'https://my.app/jwks.json' }),
    responses: { 200: json('Key by key.', 'KeyVerdict'), ...BODY },
  },
  'GET /tools/api/me': {
    operationId: 'toolsMe',
    summary: 'Whether tokens are judged for who asks',
    security: OPEN,
    responses: {
      200: json('Who is there, and the clock of the server.', 'ToolsMe'),
    },
  },
  'POST /tools/api/judge': {
    operationId: 'toolsJudge',
    security: EITHER,
    summary: 'What the authorization server would say of a token',
    description:
      'Nothing comes of it, and nothing of the token is kept. In the demo for everybody, elsewhere for administrators and for who has an app here.',
    requestBody: jsonBody(inspectForm, { kind: 'launch', token: 'eyJhbGciOiJFUzM4NCJ9.e30.c2ln' }),
    responses: {
      200: json('Check by check.', 'TokenVerdict'),
      401: refused('Nobody with an account is there.'),
      403: refused('Not for who has no app here.'),
      429: refused('Too many tokens from one address; see Retry-After.'),
    },
  },
  'GET /tools/api/fhir': {
    operationId: 'fhirConsole',
    summary: 'Whose token a person may send FHIR requests with',
    security: OPEN,
    responses: {
      200: json('The clients, and the FHIR base.', 'FhirConsoleMe'),
    },
  },
  'POST /tools/api/fhir': {
    operationId: 'fhirConsoleSend',
    summary: 'A FHIR request with the token of one of the domain’s own clients',
    description:
      'The FHIR API decides by the role of the client, and the audit log has the person. In the demo for whoever is signed in or acts as somebody; elsewhere for administrators.',
    requestBody: jsonBody(fhirConsoleForm, {
      client: 'demo-app',
      method: 'GET',
      path: 'Task/sleep-diary-week-1',
      headers: {},
    }),
    responses: {
      200: json('What the FHIR API answered, a refusal as well.', 'FhirConsoleAnswer'),
      400: refused('The body, or the path in it, is not what is expected.'),
      401: refused('Nobody is there.'),
      403: refused('Not with this client’s token, or not from this page.'),
      429: refused('Too many requests from one address; see Retry-After.'),
      502: refused('The FHIR API did not answer.'),
    },
  },
})
