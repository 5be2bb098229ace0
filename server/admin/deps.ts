// The ports of the console, complete: it has access to nothing else.
import type { AdminKey, AdminKeyOwner, AdminUser, AssertionVerdict, KeyVerdict } from '#lib/api/admin.ts'
import type { Audit } from '#lib/audit/audit.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import type { Log } from '#lib/log.ts'
import type { AccountList, AppRegistry, RegisteredApp, TrailStore } from './store.ts'

/** A signed-in person, with the current role of the account. */
export type AdminViewer = AdminUser

export type NewAccount = AdminUser & { readonly password: string }

/** A signing key as stored, its times in epoch milliseconds. */
export type KeptKey = Omit<AdminKey, 'createdAt' | 'signsFrom'> & {
  readonly createdAt: number
  readonly signsFrom: number | undefined
}

export interface AdminDeps {
  readonly publicUrl: string
  readonly resourceTypes: readonly string[]
  readonly viewer: (request: Request) => Promise<AdminViewer | undefined>
  /** The person signed in by another identity provider, linked with an account here or not. */
  readonly unlinked: (
    request: Request,
  ) => Promise<{ readonly issuer: string; readonly subject: string; readonly name: string } | undefined>
  readonly registry: AppRegistry
  /** The authorization server's rules for registrations. */
  readonly registration: {
    /** Each thing that is wrong. */
    readonly problems: (app: RegisteredApp) => readonly Problem[]
    readonly readKeys: (keys: {
      readonly jwks?: string | undefined
      readonly pem?: string | undefined
    }) => Promise<RegisteredApp['jwks']>
  }
  /** Makes the Device that stands for an app, where there is none. */
  readonly ensureDevice: (app: Pick<RegisteredApp, 'clientId' | 'name'>) => Promise<void>
  readonly accounts: AccountList & {
    /** False when the user name is taken. */
    readonly add: (account: NewAccount) => Promise<boolean>
  }
  readonly keys: {
    readonly list: () => Promise<readonly KeptKey[]>
    readonly rotate: (owner: AdminKeyOwner, options: { readonly now: boolean }) => Promise<unknown>
    /** False when there is no such key. */
    readonly revoke: (kid: string) => Promise<boolean>
  }
  readonly judge: {
    readonly jwksUrl: (url: string) => Promise<KeyVerdict<Problem>>
    readonly assertion: (assertion: string) => Promise<AssertionVerdict>
  }
  /** The audit log as auditors read it. */
  readonly trail: TrailStore & {
    /** Its end as `audit verify` prints it, and up to where it was archived. */
    readonly state: () => { readonly head: string | null; readonly archivedUpTo: number | null }
  }
  readonly audit: Pick<Audit, 'record'>
  readonly random: Random
  readonly log: Log
}
