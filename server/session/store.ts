// Storage ports of sign-in and sessions. Implemented in server/storage/sqlite/registry.

import type { TokenScope } from '#lib/api/token-words.ts'
import { HOUR } from '#lib/clock.ts'
import type { Account } from '../idp/store.ts'

/** A working day, in milliseconds: however often the session is used (ASVS 3.3.2). */
export const PORTAL_SESSION_LIFETIME_MS = 8 * HOUR

export interface PortalSessions {
  /** Begins a session of a person, by the identity provider's `sub`; returns its secret id, of which only the hash is stored. */
  readonly begin: (subject: string) => Promise<string>
  readonly isLive: (id: string) => Promise<boolean>
  /** Ends a session for good, though its cookie may still exist (ASVS 3.3.1). */
  readonly end: (id: string) => Promise<void>
}

/** Links of local accounts to identities at another provider. */
export interface AccountLinks {
  readonly find: (issuer: string, subject: string) => Promise<Account | undefined>
  /** `taken` where the subject is linked with another account. */
  readonly add: (username: string, login: ExternalLogin, now: number) => Promise<'done' | 'unknown' | 'taken'>
  /** False where the two were not linked. */
  readonly remove: (username: string, login: ExternalLogin) => Promise<boolean>
}

/** An identity at another provider (OpenID Connect Core 1.0 §5.7). */
export interface ExternalLogin {
  readonly issuer: string
  readonly subject: string
}

/** A token of an administrator for the command line and CI, without its secret. Times in epoch milliseconds. */
export interface ApiToken {
  readonly id: string
  /** What it is for. */
  readonly name: string
  /** User name of the account in whose name it acts. */
  readonly username: string
  readonly scopes: readonly TokenScope[]
  readonly createdAt: number
  readonly expiresAt: number
  /** To the minute; undefined before its first use. */
  readonly lastUsedAt: number | undefined
}

export interface ApiTokens {
  /** Adds a token of an administrator; `unknown` where the account is none. One statement decides. */
  readonly add: (
    token: Omit<ApiToken, 'lastUsedAt'> & { readonly secret: string },
  ) => Promise<'done' | 'unknown' | 'too_many'>
  /** The unexpired token with this secret, while its account is an administrator's; notes that it was used. */
  readonly find: (secret: string, now: number) => Promise<ApiToken | undefined>
  /** All that are in force, the newest first. */
  readonly list: (now: number) => Promise<readonly ApiToken[]>
  /** Ends a token at once; what it was. */
  readonly remove: (id: string) => Promise<ApiToken | undefined>
}
