// What the records need of an engine, whichever it is.

import type { Maybe } from '#lib/async/maybe.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { Prisma, PrismaClient } from '#prisma/generated/client.ts'

/** Prisma's client, made when it is first asked for. A call of it is one statement. */
export type Db = () => Promise<PrismaClient>

/** A value that is another one after each write, by whichever process. Throws StorageUnavailable. */
export type Version = () => Maybe<unknown>

/**
 * Runs one statement that counts or compares the rows which its like write. `what` names these rows: where several connections write
 * at once, statements of one name wait for each other.
 */
export type Alone = <T>(what: string, statement: (db: PrismaClient) => Prisma.PrismaPromise<T>) => Promise<T>

export interface RecordDeps {
  readonly db: Db
  readonly alone: Alone
  /** What makes a filter of text take either case for the other, if the engine does not by itself. */
  readonly anyCase?: { readonly mode?: 'insensitive' }
  readonly versions: {
    /** Of clients, roles and signing keys. */
    readonly registry: Version
    readonly accounts: Version
  }
  /** True while an app is to be told of the end of a session. An idle server asks every ten seconds, and loads no client for it. */
  readonly hasNotices: () => Maybe<boolean>
  readonly clock: Clock
  readonly random: Random
}
