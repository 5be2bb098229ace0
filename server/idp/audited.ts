// Audit events of the identity provider: log-ins, failed log-ins and log-outs. A typed user name is recorded only if it
// belongs to an account, because people sometimes type their password in that field.
import type { AuditedEvent } from '#lib/audit/audit.ts'
import { LOGIN_REFUSALS } from '#lib/audit/login-refusals.ts'
import type { Account } from './store.ts'

type Named = Pick<Account, 'username'>

const refusedFor = (why: keyof typeof LOGIN_REFUSALS) => `login: ${LOGIN_REFUSALS[why].en}`

const person = ({ username }: Named) => ({ person: { username } })

export const loggedIn = (request: Request, account: Named): AuditedEvent => ({
  name: 'login',
  request,
  description: 'login: user name and password are right',
  ...person(account),
})

export const signedUp = (request: Request, account: Named): AuditedEvent => ({
  name: 'login',
  request,
  description: 'login: a new account was made',
  ...person(account),
})

/** `account` is the account with the typed user name, if there is one. */
export const loginFailed = (request: Request, account: Named | undefined): AuditedEvent => ({
  name: 'login',
  request,
  outcome: 'refused',
  description: refusedFor(account ? 'password' : 'unknown'),
  ...(account ? person(account) : {}),
})

/** The password is right, and an administrator locked the account. */
export const accountLocked = (request: Request, account: Named): AuditedEvent => ({
  name: 'login',
  request,
  outcome: 'refused',
  description: refusedFor('locked'),
  ...person(account),
})

/** Too many attempts. The account they target is no longer looked up. */
export const loginLocked = (request: Request): AuditedEvent => ({
  name: 'login',
  request,
  outcome: 'refused',
  description: refusedFor('attempts'),
  tooOften: true,
})

/** Too many sign-ups from one address. */
export const signupLocked = (request: Request): AuditedEvent => ({
  name: 'login',
  request,
  outcome: 'refused',
  description: refusedFor('signups'),
  tooOften: true,
})

/** Another person logged in in the same browser, which ends the previous session. */
export const sessionReplaced = (request: Request, account: Named): AuditedEvent => ({
  name: 'logout',
  request,
  description: 'logout: another person signed in in the same browser',
  ...person(account),
})

export const loggedOut = (request: Request, account: Named): AuditedEvent => ({
  name: 'logout',
  request,
  description: 'logout: the person ended the session',
  ...person(account),
})
