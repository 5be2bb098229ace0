// What signing in to the portal and the console asks of storage.
import { HOUR } from '#lib/clock.ts'
import type { Account } from '../idp/store.ts'

/** A working day, in milliseconds: however often the session is used (ASVS 3.3.2). */
export const PORTAL_SESSION_LIFETIME_MS = 8 * HOUR

export interface PortalSessions {
  /** Begins a session of a person, by the identity provider's `sub`; its id is a secret and is kept as a hash alone. */
  readonly begin: (subject: string) => Promise<string>
  readonly isLive: (id: string) => Promise<boolean>
  /** Ends a session for good, whoever still has its cookie (ASVS 3.3.1). */
  readonly end: (id: string) => Promise<void>
}

/** Local accounts of people who log in at another identity provider: by issuer and subject, and by nothing that people choose there. */
export interface AccountLinks {
  readonly find: (issuer: string, subject: string) => Promise<Account | undefined>
  /** `taken` where the subject is linked with another account. */
  readonly add: (username: string, login: ProvidedLogin, now: number) => Promise<'done' | 'unknown' | 'taken'>
  /** False where the two were not linked. */
  readonly remove: (username: string, login: ProvidedLogin) => Promise<boolean>
}

/** Who somebody is at an identity provider. */
export interface ProvidedLogin {
  readonly issuer: string
  readonly subject: string
}
