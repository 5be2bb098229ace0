// Verifies a user name and password. An unknown user takes the same work as a wrong password (IDP-14).
import type { Random } from '#lib/crypto/random.ts'
import { LONGEST_PASSWORD } from '#lib/password-length.ts'
import type { Account, AccountStore } from '../store.ts'
import { passwordHash, verifyPassword } from './password.ts'

/**
 * A log-in attempt. `account` is the account with the user name, if there is one, whether or not the password was
 * right. Nobody proves to be the owner of a locked account; `locked` is true where the password would have been right.
 */
export interface Attempt {
  readonly account: Account | undefined
  readonly proven: boolean
  readonly locked: boolean
}

/** A function that tells whether a normalised user name and a password belong to an account. */
export function credentialsOf(accounts: AccountStore, random: Random) {
  let decoy: Promise<string> | undefined
  return async (username: string, password: string): Promise<Attempt> => {
    decoy ??= passwordHash(random.token())
    const unknown = await decoy // Before the look-up, so that known and unknown users take the same time.
    const { account, isLocked = false } = (await accounts.findToLogIn(username)) ?? {}
    if (password.length > LONGEST_PASSWORD) return { account, proven: false, locked: false }
    const right = (await verifyPassword(account?.passwordHash ?? unknown, password)) && account !== undefined
    return { account, proven: right && !isLocked, locked: right && isLocked }
  }
}
