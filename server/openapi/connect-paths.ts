// The addresses for developers: their own apps, the sample apps, and the verdicts on tokens and keys.
import { keyTestForm } from '#lib/api/admin-forms.ts'
import { inspectForm, ownAppForm } from '#lib/api/connect-forms.ts'
import { fhirConsoleForm } from '#lib/api/fhir-console-form.ts'
import type { Parameter } from '#lib/api/openapi.ts'
import { EITHER, inPath, json, jsonBody, OPEN, op, pathsOf, plain, refused, SESSION, text } from './parts.ts'

const CLIENT_ID: readonly Parameter[] = [inPath('client_id', 'An app of your own.', text, 'my-app')]
const NO_ACCOUNT = refused('Nobody with an account is there.')
const NOT_YOURS = refused('You have no such app.')
const NOT_ALLOWED = refused('What is registered is not complete or not allowed; problems says what.')

const APP = {
  name: 'My app',
  launchUrl: 'https://my.app/launch',
  redirectUris: ['https://my.app/callback'],
  keys: { jwksUrl: 'https://my.app/jwks.json' },
}

export const CONNECT_PATHS = pathsOf('Developers', SESSION, {
  'GET /connect/api/me': op('connectMe', 'Who is there, and what registering an app comes to', {
    security: OPEN,
    200: json('Who is there.', 'ConnectMe'),
  }),
  'GET /connect/api/apps': op('connectApps', 'Your apps', { 200: json('By name.', 'OwnApps'), 401: NO_ACCOUNT }),
  'POST /connect/api/apps': op('connectAddApp', 'Register an app', {
    description: 'The server chooses the client_id. In the demo it is approved at once.',
    requestBody: jsonBody(ownAppForm, APP),
    200: json('As it is registered.', 'OwnApp'),
    401: NO_ACCOUNT,
    409: refused('The account has as many apps as it may.'),
    422: NOT_ALLOWED,
  }),
  'GET /connect/api/apps/{client_id}': op('connectApp', 'An app of your own', {
    parameters: CLIENT_ID,
    200: json('As it is registered.', 'OwnApp'),
    401: NO_ACCOUNT,
    404: NOT_YOURS,
  }),
  'PUT /connect/api/apps/{client_id}': op('connectEditApp', 'Change an app of your own', {
    description: 'Without keys in the body, the app keeps those that it has.',
    parameters: CLIENT_ID,
    requestBody: jsonBody(ownAppForm, { ...APP, keys: {} }),
    200: json('As it is registered.', 'OwnApp'),
    401: NO_ACCOUNT,
    404: NOT_YOURS,
    422: NOT_ALLOWED,
  }),
  'POST /connect/api/apps/{client_id}/remove': op('connectRemoveApp', 'Remove an app of your own', {
    parameters: CLIENT_ID,
    200: json('It is gone.', 'OwnAppRemoved'),
    401: NO_ACCOUNT,
    404: NOT_YOURS,
  }),
  'POST /connect/api/apps/{client_id}/reach': op('connectReach', 'Whether an app of your own answers', {
    description: 'A GET at one address of each of its origins, by the rules of a JWKS URL; any answer counts.',
    parameters: CLIENT_ID,
    200: json('Address by address.', 'Reach'),
    401: NO_ACCOUNT,
    404: NOT_YOURS,
  }),
  'GET /connect/api/apps/{client_id}/seen': op('connectSeen', 'What was seen of an app, the last of each step', {
    description: 'The app is watched for as long as somebody asks.',
    parameters: CLIENT_ID,
    200: json('In the order of the steps.', 'Seen'),
    401: NO_ACCOUNT,
    404: NOT_YOURS,
  }),
  'GET /connect/api/samples/{file}': op('connectSample', 'The source of a sample app or portal', {
    security: OPEN,
    parameters: [
      inPath(
        'file',
        'An app: app.mjs, app.py, App.java, Program.cs or App.csproj. A portal: launch.mjs, launch.py, Launch.java, Launch.cs or Portal.csproj.',
        text,
        'app.mjs',
      ),
    ],
    200: plain('The file.'),
    404: refused('There is no such sample.'),
  }),
  'POST /connect/api/test-key': op('connectTestKey', 'What the authorization server makes of a JWKS URL', {
    requestBody: jsonBody(keyTestForm, { jwksUrl: 'https://my.app/jwks.json' }),
    200: json('Key by key.', 'KeyVerdict'),
    401: NO_ACCOUNT,
  }),
  'GET /tools/api/me': op('toolsMe', 'Whether tokens are judged for who asks', {
    security: OPEN,
    200: json('Who is there, and the clock of the server.', 'ToolsMe'),
  }),
  'POST /tools/api/judge': {
    operationId: 'toolsJudge',
    security: EITHER,
    summary: 'What the authorization server would say of a token',
    description:
      'Nothing comes of it, and nothing of the token is kept. In the demo for everybody, elsewhere for administrators and for who has an app here.',
    requestBody: jsonBody(inspectForm, { kind: 'launch', token: 'eyJhbGciOiJFUzM4NCJ9.e30.c2ln' }),
    200: json('Check by check.', 'TokenVerdict'),
    401: NO_ACCOUNT,
    403: refused('Not for who has no app here.'),
  },
  'GET /tools/api/fhir': op('fhirConsole', 'Whose token a person may send FHIR requests with', {
    security: OPEN,
    200: json('The clients, and the FHIR base.', 'FhirConsoleMe'),
  }),
  'POST /tools/api/fhir': op('fhirConsoleSend', 'A FHIR request with the token of one of the domain’s own clients', {
    description:
      'The FHIR API decides by the role of the client, and the audit log has the person. In the demo for whoever is signed in or acts as somebody; elsewhere for administrators.',
    requestBody: jsonBody(fhirConsoleForm, {
      client: 'demo-app',
      method: 'GET',
      path: 'Task/sleep-diary-week-1',
      headers: {},
    }),
    200: json('What the FHIR API answered, a refusal as well.', 'FhirConsoleAnswer'),
    400: refused('The body, or the path in it, is not what is expected.'),
    403: refused('Not with this client’s token, or not from this page.'),
    502: refused('The FHIR API did not answer.'),
  }),
})
