// Who may use the console: a signed-in person whose account says so at this moment.
import type { AccountRole, AccountStore } from './idp/store.ts'
import type { Viewer } from './portal/portal.ts'

export interface Staff {
  readonly username: string
  readonly name: string
  readonly role: AccountRole
}

/** Reads who is signed in and looks the role up, on each request: a role that was taken away holds at once. */
export const staffOf =
  (viewer: (request: Request) => Promise<Viewer | undefined>, accounts: Pick<AccountStore, 'findByUsername'>) =>
  async (request: Request): Promise<Staff | undefined> => {
    const signedIn = await viewer(request)
    const account = signedIn && (await accounts.findByUsername(signedIn.username))
    return account && { username: account.username, name: account.name, role: account.role }
  }
