// The embedded shared identity provider: an OpenID provider with its own issuer, keys and accounts (OIDC Core, conformance IDP-19).
import type { Handler } from '#lib/http/handler.ts'
import { type Accounts, accountsOf } from './accounts.ts'
import { authorize } from './authorize/authorize.ts'
import type { IdpDeps } from './deps.ts'
import { jwks, openidConfiguration } from './discovery.ts'
import { attempts } from './login/attempts.ts'
import { login } from './login/login.ts'
import { passwordBulkhead } from './login/password.ts'
import { logout } from './logout/logout.ts'
import { signup } from './signup/signup.ts'
import { token } from './token/token.ts'

export type { Accounts, IdpDeps }

/** The identity provider's interface for the table of addresses. */
export interface Idp {
  readonly openidConfiguration: Handler
  readonly authorize: Handler
  readonly token: Handler
  readonly jwks: Handler
  readonly login: Handler
  readonly signup: Handler
  readonly logout: Handler
  /** For the pages of a person's account, the console and the command line. */
  readonly accounts: Accounts
}

/** Assembles the identity provider from its ports. */
export function createIdp(deps: IdpDeps): Idp {
  const limits = attempts(deps.limiters, deps.stores.networks)
  const passwords = passwordBulkhead()
  return {
    openidConfiguration: openidConfiguration(deps),
    authorize: authorize(deps, passwords),
    token: token(deps),
    jwks: jwks(deps),
    login: login(deps, limits, passwords),
    signup: signup(deps, limits, passwords),
    logout: logout(deps),
    accounts: accountsOf(deps, limits, passwords),
  }
}
