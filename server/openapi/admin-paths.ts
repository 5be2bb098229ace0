// The console's API: apps, roles, users and keys, for administrators. Request bodies are made from the zod schemas that the server
// validates with.

import {
  appForm,
  assertionTestForm,
  keyTestForm,
  nameForm,
  newAppForm,
  newTokenForm,
  newUserForm,
  nothingForm,
  recordForm,
  revocationForm,
  roleForm,
  rotationForm,
  signOutForm,
  statusForm,
  tokenRevocationForm,
  usernameForm,
  userRoleForm,
} from '#lib/api/admin-forms.ts'
import { AUDIT_OUTCOMES, BY_PEOPLE } from '#lib/api/audit-words.ts'
import { LAUNCH_SCOPES } from '#lib/api/token-words.ts'
import { AUDIT_NAMES } from '#lib/audit/audit.ts'
import {
  type Answers,
  events,
  inPath,
  json,
  jsonBody,
  OPEN,
  oneOf,
  op,
  pathsOf,
  query,
  type Row,
  refused,
  SESSION,
  TOKEN,
  text,
} from './parts.ts'

const NOT_ALLOWED = refused('Not an administrator, a change that another site sent, or nothing that the token may do.')

const AUDIT_FILTERS = [
  query('name', 'The own name of the event.', { schema: oneOf(...AUDIT_NAMES) }),
  query('outcome', '0 done, 4 refused, 8 failed.', { schema: oneOf(...AUDIT_OUTCOMES) }),
  query('by', 'people: only events in which a person took part.', { schema: oneOf(BY_PEOPLE) }),
  query('app', 'client_id of an app that takes part.'),
  query('person', 'A user name, or the reference of a person.'),
  query('record', 'Type/id of what it is about; an id alone is that of a Patient.'),
  query('trace', 'The jti of a launch.'),
  query('from', 'A day in UTC.'),
  query('to', 'The last day, in UTC.'),
]

const NOT_AN_AUDITOR = refused('Not an auditor.')
const WRONG_PARAMETER = refused('A parameter is not understood.')

const CHANGE_REFUSALS: Answers = {
  403: NOT_ALLOWED,
  404: refused('There is no such thing.'),
  409: refused('The name is taken, or nobody may do this to themselves.'),
  422: refused('What is asked for is not complete or not allowed; problems says what.'),
}

const read = (operationId: string, summary: string, schema: string): Row =>
  op(operationId, summary, {
    200: json('What there is.', schema),
    403: NOT_ALLOWED,
  })

const change = (operationId: string, summary: string, answer: string, body: ReturnType<typeof jsonBody>): Row =>
  op(operationId, summary, {
    requestBody: body,
    200: json('What there is now.', answer),
    ...CHANGE_REFUSALS,
  })

const withoutBody = (operationId: string, summary: string, schema: string): Row =>
  op(operationId, summary, {
    200: json('What was done.', schema),
    403: NOT_ALLOWED,
    404: refused('The domain is no demo.'),
    409: refused('An import is under way.'),
  })

const CLIENT_ID = inPath('client_id', 'The app.', text, 'demo-app')
const at = (operation: Row): Row => ({ ...operation, parameters: [CLIENT_ID], 404: refused('There is no such app.') })

const APP = {
  name: 'My app',
  kind: 'module',
  redirectUris: ['https://my.app/callback'],
  launchUrl: 'https://my.app/launch',
  role: 'reader',
  keys: { jwksUrl: 'https://my.app/jwks.json' },
}
const ROLE = {
  name: 'task-reader',
  permissions: [{ resourceType: 'Task', scope: 'all', operations: 'rs', grantedBy: [] }],
}
const USER = { username: 'noor@demo.test', name: 'Noor Mulder', role: 'practitioner', password: 'a-long-password' }

const ofUser = (operation: Row): Row => ({
  ...operation,
  parameters: [inPath('user_id', 'The account.', text, 'the-id-of-an-account')],
  404: refused('There is no such account, or no such session of it.'),
})

/** Also by a token of an administrator that may do this. */
const byToken = (operation: Row): Row => ({ ...operation, security: [...SESSION, ...TOKEN] })

const BODY = {
  newApp: jsonBody(newAppForm, { clientId: 'my-app', ...APP }),
  app: jsonBody(appForm, { ...APP, keys: {} }),
  status: jsonBody(statusForm, { status: 'approved' }),
  role: jsonBody(roleForm, ROLE),
  name: jsonBody(nameForm, { name: 'r' }),
  newUser: jsonBody(newUserForm, USER),
  userRole: jsonBody(userRoleForm, { username: 'daan@demo.test', role: 'practitioner' }),
  nothing: jsonBody(nothingForm, {}),
  signOut: jsonBody(signOutForm, { sid: null }),
  record: jsonBody(recordForm, { birthDate: '1990-05-17', gender: 'female' }),
  user: jsonBody(usernameForm, { username: 'noor@demo.test' }),
  newToken: jsonBody(newTokenForm, { name: 'ci', scopes: LAUNCH_SCOPES, days: 90 }),
  token: jsonBody(tokenRevocationForm, { id: '1b671a64-40d5-491e-99b0-da01ff1f3341' }),
  rotation: jsonBody(rotationForm, { owner: 'launch', now: false }),
  key: jsonBody(revocationForm, { kid: 'a-kid' }),
  keyTest: jsonBody(keyTestForm, { jwksUrl: 'https://my.app/jwks.json' }),
  assertion: jsonBody(assertionTestForm, { assertion: 'eyJhbGciOiJSUzM4NCJ9.e30.c2ln' }),
}

export const ADMIN_PATHS = pathsOf('Console', SESSION, {
  'GET /admin/api/me': op('adminMe', 'Who is there, and whether the console is for them', {
    security: OPEN,
    200: json('Who is there.', 'AdminMe'),
  }),
  'GET /admin/api/apps': byToken(read('adminApps', 'Registered apps (apps:read)', 'AdminApps')),
  'POST /admin/api/apps': byToken(
    change('adminAddApp', 'Register an app, approved (apps:write)', 'AdminApp', BODY.newApp),
  ),
  'GET /admin/api/apps/{client_id}': byToken(at(read('adminApp', 'A registered app (apps:read)', 'AdminApp'))),
  'PUT /admin/api/apps/{client_id}': at(change('adminEditApp', 'Change an app', 'AdminApp', BODY.app)),
  'POST /admin/api/apps/{client_id}/status': at(
    change('adminAppStatus', 'Approve or disable an app', 'AdminApp', BODY.status),
  ),
  'POST /admin/api/apps/{client_id}/delete': at(
    change('adminDeleteApp', 'Delete an app that is not approved', 'Done', BODY.nothing),
  ),
  'GET /admin/api/roles': byToken(read('adminRoles', 'Roles and their permissions (apps:read)', 'AdminRoles')),
  'PUT /admin/api/roles': change('adminSaveRole', 'Add a role or replace its permissions', 'AdminRole', BODY.role),
  'POST /admin/api/roles/delete': change('adminDeleteRole', 'Delete a role that no app has', 'Done', BODY.name),
  'GET /admin/api/users': {
    ...read('adminUsers', 'Accounts of the identity provider', 'AdminUsers'),
    parameters: [query('q', 'Part of a user name or a name.')],
  },
  'POST /admin/api/users': change('adminAddUser', 'Add an account', 'AdminAddedUser', BODY.newUser),
  'POST /admin/api/users/role': change('adminUserRole', 'Change the role of an account', 'Done', BODY.userRole),
  'POST /admin/api/users/delete': change(
    'adminDeleteUser',
    'Delete an account and end its sessions',
    'Done',
    BODY.user,
  ),
  'GET /admin/api/users/{user_id}': ofUser(
    read('adminUser', 'An account and what was opened with it', 'AdminUserPage'),
  ),
  'POST /admin/api/users/{user_id}/lock': ofUser(
    change('adminLockUser', 'Lock an account; its sessions end', 'Done', BODY.nothing),
  ),
  'POST /admin/api/users/{user_id}/unlock': ofUser(
    change('adminUnlockUser', 'Unlock an account', 'Done', BODY.nothing),
  ),
  'POST /admin/api/users/{user_id}/record': ofUser(
    change('adminMakeRecord', 'Make the record of a patient or practitioner who has none', 'Done', BODY.record),
  ),
  'POST /admin/api/users/{user_id}/sign-out': ofUser(
    change('adminSignOutUser', 'End one session of an account, or all of them', 'SessionsEnded', BODY.signOut),
  ),
  'POST /admin/api/users/{user_id}/password-link': ofUser(
    change(
      'adminPasswordLink',
      'Make a link by which its owner chooses a new password, once',
      'PasswordLink',
      BODY.nothing,
    ),
  ),
  'GET /admin/api/status': byToken(read('adminStatus', 'The domain at a glance', 'AdminStatus')),
  'GET /admin/api/doctor': read('adminDoctor', 'Settings, files and keys, examined', 'AdminFindings'),
  'POST /admin/api/doctor': read(
    'adminDoctorOfOthers',
    'The keys that apps publish and the identity provider, asked now',
    'AdminFindings',
  ),
  'GET /admin/api/tokens': read('adminTokens', 'Tokens of administrators that are in force', 'AdminTokens'),
  'POST /admin/api/tokens': change(
    'adminAddToken',
    'Make a token, which is shown this once',
    'MadeToken',
    BODY.newToken,
  ),
  'POST /admin/api/tokens/revoke': change('adminRevokeToken', 'End a token at once', 'AdminTokens', BODY.token),
  'GET /admin/api/keys': read('adminKeys', 'Signing keys', 'AdminKeys'),
  'POST /admin/api/keys/rotate': change(
    'adminRotateKey',
    'Make the next signing key of a peer',
    'AdminKeys',
    BODY.rotation,
  ),
  'POST /admin/api/keys/revoke': change('adminRevokeKey', 'Revoke a signing key', 'AdminKeys', BODY.key),
  'GET /admin/api/data': read('adminData', 'What of the demo differs from its beginning, and sample data', 'AdminData'),
  'POST /admin/api/data/import': {
    operationId: 'adminImport',
    summary: 'Import a file of resources, or check it; the answer is a stream of its progress',
    description:
      'NDJSON, one resource, or a Bundle (collection, batch, transaction, searchset), uncompressed. The whole file comes first; then events: progress, and at the end report, or failed. Who leaves the stream ends the import after the group in hand.',
    parameters: [
      query('name', 'Of the file: .ndjson and .jsonl have a resource on each line.', { example: 'patients.ndjson' }),
      query('check', 'true checks and reports, and writes nothing.', { schema: oneOf('true', 'false') }),
    ],
    requestBody: { required: true, content: { 'application/octet-stream': { schema: text } } },
    ...CHANGE_REFUSALS,
    200: events('The events, with the data of ImportReport.'),
    400: refused('The file is empty, or a parameter is not understood.'),
    409: refused('Another import is under way.'),
    413: refused('The file is too large, or not all of it came.'),
    415: refused('The file is compressed.'),
  },
  'POST /admin/api/data/samples': withoutBody(
    'adminSamples',
    'Import sample data: invented people with tasks, in a demo',
    'ImportReport',
  ),
  'POST /admin/api/data/demo': withoutBody(
    'adminPutDemoBack',
    'Put the records of a demo back, each as a new version',
    'DemoPutBack',
  ),
  'GET /admin/api/audit': {
    ...read('adminAudit', 'Events of the audit log, newest first, for auditors; each look is in the log', 'AuditList'),
    parameters: [...AUDIT_FILTERS, query('after', 'The next of the page before.')],
    200: json('The events.', 'AuditList'),
    400: WRONG_PARAMETER,
    403: NOT_AN_AUDITOR,
  },
  'GET /admin/api/audit/export': {
    ...read('adminAuditExport', 'What the filters find as CSV, for auditors; the look is in the log', 'AuditExport'),
    parameters: AUDIT_FILTERS,
    200: json('The text of the file.', 'AuditExport'),
    400: WRONG_PARAMETER,
    403: NOT_AN_AUDITOR,
  },
  'GET /admin/api/audit/{id}': {
    ...read('adminAuditEvent', 'An event of the audit log, for auditors', 'AuditDetail'),
    parameters: [
      inPath('id', 'The id of the AuditEvent.', text, 'audit.0mi0v3k2f.1b671a64-40d5-491e-99b0-da01ff1f3341'),
    ],
    200: json('The event.', 'AuditDetail'),
    403: NOT_AN_AUDITOR,
    404: refused('There is no such event: there never was, or it was archived and removed.'),
  },
  'POST /admin/api/test-key': change(
    'adminTestKey',
    'What the authorization server makes of a JWKS URL',
    'KeyVerdict',
    BODY.keyTest,
  ),
  'POST /admin/api/test-assertion': change(
    'adminTestAssertion',
    'What the token endpoint would say of a client assertion',
    'AssertionVerdict',
    BODY.assertion,
  ),
})
