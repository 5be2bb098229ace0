// The developer who sent a request: a signed-in person with an account of this domain.
import type { AccountRole } from '../idp/store.ts'
import type { Viewer } from '../portal/portal.ts'
import type { AccountOf } from './staff.ts'

/** A person who may register apps. */
export interface Developer {
  readonly accountId: string
  readonly username: string
  readonly name: string
  readonly role: AccountRole
}

/** Looks up the account on each request, so that a deleted account loses access. */
export const developerOf =
  (viewer: (request: Request) => Promise<Viewer | undefined>, accountOf: AccountOf) =>
  async (request: Request): Promise<Developer | undefined> => {
    const signedIn = await viewer(request)
    const account = signedIn && (await accountOf(signedIn, request))
    return account && { accountId: account.id, username: account.username, name: account.name, role: account.role }
  }
