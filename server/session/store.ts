// Storage ports of sign-in and sessions. Implemented in server/storage/records.

import type { ApiToken } from '#lib/api/token-words.ts'
import { HOUR } from '#lib/clock.ts'
import type { CameFrom } from '#lib/http/came-from.ts'
import type { Account } from '../idp/store.ts'

/** A working day, in milliseconds, however often the session is used (ASVS 3.3.2). */
export const PORTAL_SESSION_LIFETIME_MS = 8 * HOUR

/** Sessions of the portal and the console by the hash of their id. */
export interface PortalSessions {
  /**
   * Starts a session for a person, by the identity provider's `sub` and, if it names one, `sid`. Returns its secret id,
   * of which only the hash is stored.
   */
  readonly begin: (subject: string, sid?: string, from?: Partial<CameFrom>) => Promise<string>
  /** A session that has not ended, and notes that it is used. */
  readonly find: (id: string) => Promise<{ readonly sid: string | undefined } | undefined>
  /** Permanently ends a session, even while its cookie still exists (ASVS 3.3.1). */
  readonly end: (id: string) => Promise<void>
  /** Ends every session of that session at the identity provider. */
  readonly endAll: (sid: string) => Promise<void>
}

/** Links between local accounts and identities at another provider. */
export interface AccountLinks {
  readonly find: (issuer: string, subject: string) => Promise<Account | undefined>
  /** `taken` when the subject is linked to another account. */
  readonly add: (username: string, login: ExternalLogin, now: number) => Promise<'done' | 'unknown' | 'taken'>
  /** False when the two were not linked. */
  readonly remove: (username: string, login: ExternalLogin) => Promise<boolean>
}

/** An identity at another provider (OpenID Connect Core 1.0 §5.7). */
export interface ExternalLogin {
  readonly issuer: string
  readonly subject: string
}

/** Tokens of administrators by the hash of their secret. */
export interface ApiTokens {
  /** Adds an administrator's token; `unknown` when the account is no administrator. One statement decides. */
  readonly add: (
    token: Omit<ApiToken, 'lastUsedAt'> & { readonly secret: string },
  ) => Promise<'done' | 'unknown' | 'too_many'>
  /** The unexpired token with this secret, while its account is an administrator's. Records the use. */
  readonly find: (secret: string, now: number) => Promise<ApiToken | undefined>
  /** All valid tokens, newest first. */
  readonly list: (now: number) => Promise<readonly ApiToken[]>
  /** Revokes a token immediately and returns it. */
  readonly remove: (id: string) => Promise<ApiToken | undefined>
}
