// Verifies a user name and password: with the same work for an unknown user and a wrong password (IDP-14).
import type { Random } from '#lib/crypto/random.ts'
import type { Account, AccountStore } from '../store.ts'
import { passwordHash, verifyPassword } from './password.ts'

/** No password is longer; hashing a megabyte would be work for nothing. */
export const PASSWORD_LIMIT = 200

/** An attempt to log in. `account` is the one of the user name, if there is one, whether or not it was proven. */
export interface Attempt {
  readonly account: Account | undefined
  readonly proven: boolean
}

/** A function that says whether user name (normalised) and password are those of an account. */
export function credentialsOf(accounts: AccountStore, random: Random) {
  let decoy: Promise<string> | undefined
  return async (username: string, password: string): Promise<Attempt> => {
    decoy ??= passwordHash(random.token())
    const unknown = await decoy // Before the look-up, so that its cost is the same for known and unknown users.
    const account = await accounts.findByUsername(username)
    if (password.length > PASSWORD_LIMIT) return { account, proven: false }
    const proven = await verifyPassword(account?.passwordHash ?? unknown, password)
    return { account, proven: account !== undefined && proven }
  }
}
