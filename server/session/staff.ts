// The local account of a signed-in person, and with it access to the console: looked up on each request, so that a withdrawn role
// takes effect immediately.

import type { Account, AccountRole, AccountStore } from '../idp/store.ts'
import type { Viewer } from '../portal/portal.ts'
import type { AccountLinks } from './store.ts'

export interface Staff {
  readonly username: string
  readonly name: string
  readonly role: AccountRole
}

/** The account of who is signed in. */
export type AccountOf = (viewer: Viewer) => Promise<Account | undefined>

/**
 * Of the embedded provider, whose accounts these are: by user name. Of another one only where an operator linked the account with
 * issuer and subject: a user name is what people choose there, or an administrator of that provider (OpenID Connect Core §5.7).
 */
export const accountOf =
  (external: boolean, accounts: Pick<AccountStore, 'findByUsername'>, links: Pick<AccountLinks, 'find'>): AccountOf =>
  async ({ username, login }) => {
    if (!external) return accounts.findByUsername(username)
    return login && links.find(login.issuer, login.subject)
  }

/** Reads who is signed in and looks the role up. */
export const staffOf =
  (viewer: (request: Request) => Promise<Viewer | undefined>, account: AccountOf) =>
  async (request: Request): Promise<Staff | undefined> => {
    const signedIn = await viewer(request)
    const found = signedIn && (await account(signedIn))
    return found && { username: found.username, name: found.name, role: found.role }
  }
