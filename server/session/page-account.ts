// The account in the header menu: the signed-in person.
import type { PageAccount } from '#lib/api/account.ts'
import { personMark } from '#lib/oauth/person-mark.ts'
import type { Viewer } from '../portal/portal.ts'
import type { AccountOf } from './staff.ts'

interface PageAccountDeps {
  /** The current state of their account. */
  readonly accountOf: AccountOf
  readonly viewer: (request: Request) => Promise<Viewer | undefined>
}

/** Undefined for a visitor. A person from another identity provider has a name, but no account here. */
export const pageAccountOf =
  ({ accountOf, viewer }: PageAccountDeps) =>
  async (request: Request): Promise<PageAccount | undefined> => {
    const signedIn = await viewer(request)
    if (!signedIn) return undefined
    const account = await accountOf(signedIn, request)
    const person = personMark(signedIn.username)
    return { name: account?.name ?? signedIn.name ?? signedIn.username, role: account?.role, person }
  }
