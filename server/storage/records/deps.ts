// What the records need of an engine, whichever it is.

import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { PrismaClient } from '#prisma/generated/client.ts'

/** Prisma's client, made when it is first asked for. A call of it is one statement. */
export type Db = () => Promise<PrismaClient>

/** A value that is another one after each write, by whichever process. Throws StorageUnavailable. */
export type Version = () => unknown

export interface RecordDeps {
  readonly db: Db
  readonly versions: {
    /** Of clients, roles and signing keys. */
    readonly registry: Version
    readonly accounts: Version
  }
  readonly clock: Clock
  readonly random: Random
}
