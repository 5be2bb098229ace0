// What a person does with the own account, and an administrator with an account: sessions, lock, password. Whatever ends
// sessions here ends those of the relying parties and their apps as well (OpenID Connect Back-Channel Logout 1.0).
import type { Bulkhead } from '#lib/async/bulkhead.ts'
import { HOUR } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { networkOf } from '#lib/http/network-of.ts'
import type { IdpDeps } from './deps.ts'
import type { Attempts } from './login/attempts.ts'
import { passwordHash, verifyPassword } from './login/password.ts'
import { tellEnded } from './session.ts'
import type { AccountRecord, AccountRecords, KnownSession } from './store.ts'

/** How long a link for a new password can be used: until the end of a working day at most. */
export const PASSWORD_LINK_LIFETIME_MS = 8 * HOUR

/** A change of the own password. */
export interface PasswordChange {
  readonly username: string
  readonly present: string
  readonly next: string
  /** The session that goes on. */
  readonly sid: string | undefined
  /** The sender's. */
  readonly address: string
}

/** The work on accounts. All of it rejects with StorageUnavailable. */
export interface Accounts {
  readonly read: (id: string) => Promise<AccountRecord | undefined>
  readonly sessions: (id: string) => Promise<readonly KnownSession[]>
  /** Makes a change, and tells the relying parties of each session that it ended. */
  readonly ending: <Result>(id: string, change: () => Promise<Result>) => Promise<Result>
  /** Ends one session, or all of them. Returns how many have ended. */
  readonly signOut: (id: string, sid?: string) => Promise<number>
  /** Another name, which the next id_token has. False when there is no such account, or it is locked. */
  readonly rename: (id: string, name: string) => Promise<boolean>
  /** `wait`: too many wrong passwords, for so many seconds. */
  readonly changePassword: (change: PasswordChange) => Promise<'done' | 'wrong' | { readonly wait: number }>
  readonly lock: (id: string) => ReturnType<AccountRecords['lock']>
  readonly unlock: (id: string) => Promise<boolean>
  /** A secret by which the owner chooses a new password once; only this answer has it. Undefined for a locked account. */
  readonly passwordLink: (id: string) => Promise<{ readonly secret: string; readonly expiresAt: number } | undefined>
  readonly ownerOfLink: (secret: string) => ReturnType<AccountRecords['ownerOfLink']>
  /** The user name of the account that has the new password now; undefined for no usable link. */
  readonly useLink: (secret: string, password: string, address: string) => Promise<string | undefined>
}

/** The accounts of the identity provider, with its limits on guesses and on hashing. */
export function accountsOf(deps: IdpDeps, limits: Attempts, passwords: Bulkhead): Accounts {
  const { stores, random, clock } = deps
  const { records } = stores
  const ending: Accounts['ending'] = async (id, change) => {
    const before = await records.sessions(id)
    const result = await change()
    const left = new Set((await records.sessions(id)).map(({ sid }) => sid))
    await stores.durable()
    await Promise.all(before.filter(({ sid }) => !left.has(sid)).map(({ sid }) => tellEnded(deps, sid)))
    return result
  }
  const change: Accounts['changePassword'] = ({ username, present, next, sid, address }) =>
    passwords.run(networkOf(address), async () => {
      const wait = await limits.login(username, address)
      if (wait !== undefined) return { wait: wait.seconds }
      const account = await stores.accounts.findByUsername(username)
      if (!account || !(await verifyPassword(account.passwordHash, present))) return 'wrong'
      await limits.succeeded(username, address)
      const data = { former: account.passwordHash, passwordHash: await passwordHash(next), sid }
      const isDone = await ending(account.id, () => records.setPassword(account.id, data))
      return isDone ? 'done' : 'wrong' // Somebody changed it meanwhile.
    })
  return {
    read: records.read,
    sessions: records.sessions,
    ending,
    signOut: async (id, sid) => {
      const sids = sid === undefined ? (await records.sessions(id)).map((one) => one.sid) : [sid]
      const ended = await ending(id, () => Promise.all(sids.map((one) => records.endSession(id, one))))
      return ended.filter(Boolean).length
    },
    rename: async (id, name) => {
      const isDone = await records.rename(id, name)
      await stores.durable()
      return isDone
    },
    changePassword: change,
    lock: (id) => ending(id, () => records.lock(id)),
    unlock: records.unlock,
    passwordLink: async (id) => {
      const secret = random.token()
      const expiresAt = clock() + PASSWORD_LINK_LIFETIME_MS
      return (await records.addLink(id, { tokenHash: sha256(secret), expiresAt })) ? { secret, expiresAt } : undefined
    },
    ownerOfLink: (secret) => records.ownerOfLink(sha256(secret)),
    useLink: async (secret, password, address) => {
      const owner = await records.ownerOfLink(sha256(secret))
      const account = owner && (await stores.accounts.findByUsername(owner.username))
      if (!account) return undefined
      const hash = await passwords.run(networkOf(address), () => passwordHash(password))
      return ending(account.id, () => records.useLink(sha256(secret), hash))
    },
  }
}
