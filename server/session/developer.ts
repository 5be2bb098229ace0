// The developer who sent a request: a signed-in person with an account of this domain or, in the demo, the person whom
// a visitor acts as.
import type { CookieJar } from '#lib/cookies.ts'
import type { AccountRole, AccountStore } from '../idp/store.ts'
import { ACTING_COOKIE } from '../portal/person.ts'
import type { Viewer } from '../portal/portal.ts'
import type { AccountOf } from './staff.ts'

/** A person who may register apps; `acting` for one who has not signed in. */
export interface Developer {
  readonly accountId: string
  readonly username: string
  readonly name: string
  readonly role: AccountRole
  readonly acting: boolean
}

interface DeveloperDeps {
  readonly viewer: (request: Request) => Promise<Viewer | undefined>
  /** The account of the signed-in person. */
  readonly accountOf: AccountOf
  /** The accounts of the people whom a visitor may act as. */
  readonly accounts: Pick<AccountStore, 'findByUsername'>
  readonly cookies: CookieJar
  /** The people whom a visitor may act as; empty outside of the demo. */
  readonly personas: readonly { readonly reference: string; readonly username: string }[]
}

/**
 * Looks up the account on each request, so that a deleted account loses access. A signed-in person cannot act as
 * another.
 */
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
