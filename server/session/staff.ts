// The local account of a signed-in person, and with it access to the console. It is looked up on each request, so that
// a withdrawn role takes effect immediately.

import type { Account, AccountRole, AccountStore } from '../idp/store.ts'
import type { Viewer } from '../portal/portal.ts'
import type { AccountLinks } from './store.ts'

/** A signed-in person with an account of this domain. */
export interface Staff {
  readonly username: string
  readonly name: string
  readonly role: AccountRole
}

/** The account of the person who sent a request. */
export type AccountOf = (viewer: Viewer, request: Request) => Promise<Account | undefined>

/**
 * For the embedded provider, finds the account by user name. For another provider, only an account that an operator
 * linked to issuer and subject: there, people or that provider's administrators choose the user names (OpenID Connect
 * Core §5.7).
 */
export const accountOf =
  (external: boolean, accounts: Pick<AccountStore, 'findByUsername'>, links: Pick<AccountLinks, 'find'>): AccountOf =>
  async ({ username, login }) => {
    if (!external) return accounts.findByUsername(username)
    return login && links.find(login.issuer, login.subject)
  }

/** Reads the signed-in person and looks up their role. */
export const staffOf =
  (viewer: (request: Request) => Promise<Viewer | undefined>, account: AccountOf) =>
  async (request: Request): Promise<Staff | undefined> => {
    const signedIn = await viewer(request)
    const found = signedIn && (await account(signedIn, request))
    return found && { username: found.username, name: found.name, role: found.role }
  }
