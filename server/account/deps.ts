// The ports of the pages about the own account, complete: they have access to nothing else.

import type { UserRole } from '#lib/api/admin-words.ts'
import type { OwnAccount } from '#lib/api/own-account.ts'
import type { Audit } from '#lib/audit/audit.ts'
import type { Log } from '#lib/log.ts'
import type { KnownAccounts } from './store.ts'

/** The person who sent a request. */
export interface Owner {
  readonly username: string
  readonly name: string
  /** Undefined for a person without an account at this domain. */
  readonly account: { readonly id: string; readonly role: UserRole } | undefined
  /** The session at the identity provider, if it is known. */
  readonly sid: string | undefined
}

export interface AccountDeps {
  readonly publicUrl: string
  /** The person who is signed in. */
  readonly owner: (request: Request) => Promise<Owner | undefined>
  /** The issuer of another identity provider, which keeps passwords and sessions itself. */
  readonly provider: string | undefined
  /** True for a person of the demo, whose password is public. */
  readonly isShared: (username: string) => boolean
  readonly accounts: KnownAccounts
  /** The record whose identifier is a user name. */
  readonly recordOf: (username: string) => Promise<OwnAccount['record']>
  readonly clientAddress: (request: Request) => string
  readonly audit: Pick<Audit, 'record'>
  readonly log: Log
}
