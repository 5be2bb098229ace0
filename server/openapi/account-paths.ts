// The addresses behind the pages about the own account. A link for a new password needs no session: its secret is in the body.
import { linkForm, newPasswordForm, ownNameForm, passwordForm, sessionForm } from '#lib/api/own-account-forms.ts'
import { json, jsonBody, OPEN, op, pathsOf, refused, SESSION } from './parts.ts'

const SECRET = 'q2u5Yd1vBz0cW8mXo3tRk6hJ4nLs7aPeGfVxTiUyCwE'
const NOT_THERE = refused('Nobody is signed in.')
const FOREIGN = refused('Another site sent it.')
const NOT_HERE = refused('Another identity provider keeps it, or the person is of the demo.')
const USED = refused('The link was used, has expired, or was replaced.')

export const ACCOUNT_PATHS = pathsOf('Identity provider', SESSION, {
  'GET /account/api/me': op('account', 'Who is there, and their sessions', {
    security: OPEN,
    200: json('Who is there.', 'OwnAccount'),
  }),
  'POST /account/api/password': op('accountPassword', 'Change the own password; all other sessions end', {
    requestBody: jsonBody(passwordForm, { present: 'a-long-password', next: 'a-longer-password' }),
    200: json('It is changed.', 'Done'),
    401: NOT_THERE,
    403: FOREIGN,
    409: NOT_HERE,
    422: refused('The present password is wrong.'),
    429: refused('Too many wrong passwords.'),
  }),
  'POST /account/api/name': op('accountName', 'Change the own name; the record keeps its own', {
    requestBody: jsonBody(ownNameForm, { name: 'Kim Mol' }),
    200: json('It is changed.', 'Done'),
    401: NOT_THERE,
    403: FOREIGN,
    409: NOT_HERE,
  }),
  'POST /account/api/sessions/end': op('accountEndSession', 'End an own session, and all that it opened', {
    requestBody: jsonBody(sessionForm, { sid: 'a-session' }),
    200: json('It has ended.', 'Done'),
    401: NOT_THERE,
    403: FOREIGN,
    404: refused('There is no such session of this person.'),
    409: NOT_HERE,
  }),
  'POST /account/api/link/owner': op('passwordLinkOwner', 'Whose link for a new password it is', {
    security: OPEN,
    requestBody: jsonBody(linkForm, { secret: SECRET }),
    200: json('The owner of the account.', 'PasswordLinkOwner'),
    403: FOREIGN,
    410: USED,
  }),
  'POST /account/api/link': op('passwordLink', 'Choose a new password by a link, once', {
    security: OPEN,
    requestBody: jsonBody(newPasswordForm, { secret: SECRET, password: 'a-long-password' }),
    200: json('All sessions of the account have ended.', 'PasswordLinkUsed'),
    403: FOREIGN,
    410: USED,
  }),
})
