// Who uses a page, for the menu in its header: whoever is signed in, or in the demo the person that a visitor acts as.
import type { PageAccount } from '#lib/api/account.ts'
import type { Viewer } from '../portal/portal.ts'
import type { Developer } from './developer.ts'

interface PageAccountDeps {
  /** Who sends a request, with the account as it is at this moment. */
  readonly known: (request: Request) => Promise<Pick<Developer, 'name' | 'role' | 'acting'> | undefined>
  readonly viewer: (request: Request) => Promise<Viewer | undefined>
}

/** Undefined when nobody is there. Whoever comes from another identity provider has a name, and no account here. */
export const pageAccountOf =
  ({ known, viewer }: PageAccountDeps) =>
  async (request: Request): Promise<PageAccount | undefined> => {
    const account = await known(request)
    if (account) return { name: account.name, role: account.role, acting: account.acting }
    const signedIn = await viewer(request)
    return signedIn && { name: signedIn.name ?? signedIn.username, role: undefined, acting: false }
  }
