// The developer of a request: a signed-in person with an account of this domain, or in the demo the person that a visitor acts as.
import type { CookieJar } from '#lib/http/cookies.ts'
import type { AccountRole, AccountStore } from '../idp/store.ts'
import { ACTING_COOKIE } from '../portal/person.ts'
import type { Viewer } from '../portal/portal.ts'
import type { AccountOf } from './staff.ts'

export interface Developer {
  readonly accountId: string
  readonly username: string
  readonly name: string
  readonly role: AccountRole
  readonly acting: boolean
}

interface DeveloperDeps {
  readonly viewer: (request: Request) => Promise<Viewer | undefined>
  /** The account of who is signed in. */
  readonly accountOf: AccountOf
  /** The accounts of the people whom a visitor may act as. */
  readonly accounts: Pick<AccountStore, 'findByUsername'>
  readonly cookies: CookieJar
  /** The people that a visitor may act as; empty outside of the demo. */
  readonly personas: readonly { readonly reference: string; readonly username: string }[]
}

/** Looks the account up on each request, so that a deleted one has no access any more. A signed-in person cannot act as another. */
export const developerOf =
  ({ viewer, accountOf, accounts, cookies, personas }: DeveloperDeps) =>
  async (request: Request): Promise<Developer | undefined> => {
    const signedIn = await viewer(request)
    const reference = signedIn ? undefined : cookies.read(request, ACTING_COOKIE)
    const persona = personas.find((person) => person.reference === reference)
    const account = signedIn ? await accountOf(signedIn) : persona && (await accounts.findByUsername(persona.username))
    if (!account) return undefined
    return {
      accountId: account.id,
      username: account.username,
      name: account.name,
      role: account.role,
      acting: !signedIn,
    }
  }
