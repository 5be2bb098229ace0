// What is seen of a database without changing anything, including its version: before a start, and for the doctor.
import type { Maybe } from '#lib/async/maybe.ts'
import type { SigningKeyRow, Wrapped } from '../keys/store.ts'

/** By owner, newest first: for whoever looks at all keys, at whatever version, without loading Prisma. */
export const SIGNING_KEYS = 'SELECT * FROM signing_key ORDER BY owner, "createdAt" DESC, kid'

/** The recorded settings that the rows of a domain were made from: the names of .env.example with their values. None is a secret. */
export type DomainSettings = Readonly<Record<string, string>>

/** A database as it is looked at, without being opened. */
export interface Inspection {
  /** The subset of these user names that have an account. */
  readonly accountsAmong: (usernames: readonly string[]) => Maybe<readonly string[]>
  /** What was found to be well when nothing else is said. */
  readonly checked: string
  /** Integrity problems of the file, as SQLite reports them; empty if there are none. */
  readonly damages: () => Maybe<readonly string[]>
  /** Migrations that the next start would apply. Throws MigrationError if the database does not fit this version. */
  readonly pending: () => Maybe<readonly string[]>
  readonly signingKeys: () => Maybe<readonly SigningKeyRow[]>
  /** What the server of the database is set to; undefined where there is none. */
  readonly server?: () => Promise<DatabaseServer>
  /** True when it was put back to an earlier moment, as far as it shows, and no start has seen it since; undefined where it cannot. */
  readonly isRestored?: () => Promise<boolean>
  /** The private keys and secrets; undefined where they are files. */
  readonly wrapped?: () => Maybe<readonly Wrapped[]>
  /** The recorded settings of the domain; undefined for a database of an older version. */
  readonly settings: () => Maybe<DomainSettings | undefined>
  readonly roles: () => Maybe<readonly string[]>
  /** The JWKS address of each app that has one, by client_id. */
  readonly jwksUrls: () => Maybe<
    readonly { readonly clientId: string; readonly jwksUrl: string; readonly status: string }[]
  >
  /** The rights of each approved app by its role; one without content for an app that has none. */
  readonly rights: () => Maybe<readonly RoleRight[]>
  readonly close: () => Maybe<void>
}

/** Settings of a PostgreSQL that decide whether what was told is kept. */
export interface DatabaseServer {
  readonly fsync: boolean
  readonly fullPageWrites: boolean
  /** `synchronous_standby_names`; empty if no commit waits for a standby. */
  readonly standbys: string
  /** Its clock, in epoch milliseconds. */
  readonly time: number
}

/** A permission of the role of an app. */
export interface RoleRight {
  readonly clientId: string
  readonly resourceType: string | null
  readonly operations: string | null
  readonly scope: string | null
}
