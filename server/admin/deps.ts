// The ports of the console: everything that it may touch.
import type { AdminKeyOwner, AssertionVerdict, KeyVerdict, UserRole } from '#lib/api/admin.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { Log } from '#lib/log.ts'
import type { AccountList, AppRegistry, RegisteredApp } from './store.ts'

/** Somebody who is signed in, with the role that the account has at this moment. */
export interface AdminViewer {
  readonly username: string
  readonly name: string
  readonly role: UserRole
}

export interface NewAccount {
  readonly username: string
  readonly name: string
  readonly role: UserRole
  readonly password: string
}

export interface AdminDeps {
  readonly publicUrl: string
  readonly resourceTypes: readonly string[]
  readonly viewer: (request: Request) => Promise<AdminViewer | undefined>
  readonly registry: AppRegistry
  /** What an app must bring to be registered: the rules of the authorization server. */
  readonly registration: {
    /** A sentence for each thing that is wrong. */
    readonly problems: (app: RegisteredApp) => readonly string[]
    readonly readKeys: (keys: {
      readonly jwks?: string | undefined
      readonly pem?: string | undefined
    }) => Promise<RegisteredApp['jwks']>
  }
  /** Makes the Device that stands for an app, where there is none. */
  readonly ensureDevice: (app: Pick<RegisteredApp, 'clientId' | 'name'>) => void
  readonly accounts: AccountList & {
    /** False when the user name is taken. */
    readonly add: (account: NewAccount) => Promise<boolean>
  }
  readonly keys: {
    readonly list: () => readonly {
      readonly kid: string
      readonly owner: string
      readonly alg: string
      readonly status: 'next' | 'active' | 'retired' | 'revoked'
      readonly published: boolean
      readonly createdAt: number
      readonly signsFrom: number | undefined
    }[]
    readonly rotate: (owner: AdminKeyOwner, options: { readonly now: boolean }) => Promise<unknown>
    /** False when there is no such key. */
    readonly revoke: (kid: string) => Promise<boolean>
  }
  readonly judge: {
    readonly jwksUrl: (url: string) => Promise<KeyVerdict>
    readonly assertion: (assertion: string) => Promise<AssertionVerdict>
  }
  readonly random: Random
  readonly log: Log
}
