// Opens the single SQLite file of a domain.
import path from 'node:path'
import type { PrismaClient } from '#prisma/generated/client.ts'
import { MigrationError } from '../../migrations.ts'
import { waitAside } from '../durability/busy-retry.ts'
import { durability } from '../durability/durability.ts'
import { type WriteQueue, writeQueue } from '../durability/write-queue.ts'
import { BUSY_TIMEOUT_MS } from './busy-timeout.ts'
import { connect, type Sqlite } from './connection.ts'
import { type DatabaseLock, databaseLock } from './database-lock.ts'
import { migrate, pendingIn } from './migrate.ts'
import { assertNotRestoring, assertOurs, assertThere, assertWhole, hasLog, openingOf } from './opening-errors.ts'
import { createPrivately } from './private-file.ts'

export type { Sqlite }

/** An opened database file. */
export interface Database {
  /**
   * The connection of nearly everything: with two, each commit on one would empty the page cache of the
   * other. A commit may be lost in a power failure, but never when the process ends. Code that consumes something
   * (codes, token ids) awaits `durable` before it answers.
   */
  readonly sql: Sqlite
  /**
   * Makes deferred writes, and resolves when everything committed is on the disk. Throws StorageUnavailable otherwise.
   */
  readonly durable: () => Promise<void>
  /** Resolves when the flush that is under way has ended; at once if none is. */
  readonly flushed: () => Promise<void>
  readonly owed: WriteQueue
  /** The connection of transactions that take many turns of the event loop, made at the first call. */
  readonly long: () => Connection
  /** Prisma's client on the same connection, made at the first call. */
  readonly prisma: () => Promise<PrismaClient>
  /** True if no other process, and no other connection of this one, has the database open at this moment. */
  readonly isAlone: () => boolean
  readonly close: () => Promise<void>
}

/** A connection, and what resolves when everything that it committed is on the disk. */
interface Connection {
  readonly sql: Sqlite
  readonly durable: () => Promise<void>
}

const MIGRATIONS = path.resolve('prisma/migrations')

/**
 * Pages in the log, 64 MB, from which on a commit makes a checkpoint itself, which holds the event loop until they are copied: what
 * the thread of a server leaves (durability/checkpoints.ts) where it has ended, or while a long search reads what was there before.
 * Large Bundles write 10 to 40 MB, and the commit after one comes before the thread.
 */
const MOST_PAGES_IN_LOG = 16_384

/**
 * Opens the database file, creating and migrating it as needed. With `isShared`, many requests share the thread, so no
 * write holds it to wait for another process. Throws OperatorError, including MigrationError, if it cannot be used.
 */
export function openDatabase(
  file: string,
  { migrations = MIGRATIONS, now = Date.now(), isShared = false } = {},
): Database {
  return openingOf(file, () => {
    createPrivately(file)
    return opened(file, (sql) => {
      setUp(sql)
      migrate(sql, migrations, now)
      undoInMemory(sql)
      if (!isShared) return
      waitAside(sql)
      sql.pragma(`wal_autocheckpoint = ${MOST_PAGES_IN_LOG}`)
    })
  })
}

/**
 * Opens an existing database of this version; with `readOnly`, every statement that would write fails. It neither
 * creates nor migrates anything. Throws OperatorError, including MigrationError.
 */
export function openExistingDatabase(file: string, { readOnly = false } = {}): Database {
  return openingOf(file, () => {
    assertThere(file)
    return opened(file, (sql) => {
      assertMigrated(sql)
      setUp(sql)
      undoInMemory(sql)
      if (readOnly) sql.pragma('query_only = ON')
    })
  })
}

function assertMigrated(sql: Sqlite): void {
  const pending = pendingIn(sql, MIGRATIONS)
  if (pending.length > 0)
    throw new MigrationError(
      `The database is of an older version: ${pending.join(', ')} ${pending.length === 1 ? 'is' : 'are'} not applied. The next start of the server does it; make a backup first (./bin/slipway backup FOLDER).`,
    )
}

function opened(file: string, prepare: (sql: Sqlite) => void): Database {
  const lock = databaseLock(file)
  try {
    assertNotRestoring(file)
    const sql = prepared(file, prepare)
    return connections(file, sql, lock)
  } catch (error) {
    lock.close()
    throw error
  }
}

function prepared(file: string, prepare: (sql: Sqlite) => void): Sqlite {
  const hadLog = hasLog(file)
  const sql = connect(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Before the first write, so that a foreign or damaged file stays unchanged.
    assertOurs(sql, file)
    assertWhole(sql, file, hadLog)
    prepare(sql)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

function connections(file: string, sql: Sqlite, lock: DatabaseLock): Database {
  const writes = writeQueue(sql)
  const disk = durability(sql, file, { owed: writes })
  let prisma: Promise<PrismaClient> | undefined
  let long: ReturnType<typeof longConnection> | undefined
  return {
    sql,
    durable: disk.durable,
    flushed: disk.flushed,
    owed: writes,
    prisma: () => {
      prisma ??= import('../../prisma/client.ts').then(({ sqliteClient }) => sqliteClient(sql))
      return prisma
    },
    long: () => {
      long ??= longConnection(file)
      return long
    },
    isAlone: lock.isExclusive,
    close: async () => {
      await writes.flush()
      long?.close()
      lock.close()
      disk.close()
      sql.close()
    },
  }
}

/** The pages that a transaction of 500 creates changes: what has no room is written to the log more than once. */
const LONG_CACHE_KIB = 16 * 1024

/** It leaves checkpoints to others: within its commits, they would hold the thread. */
function longConnection(file: string) {
  const sql = connect(file, { timeout: BUSY_TIMEOUT_MS })
  setUp(sql)
  undoInMemory(sql)
  waitAside(sql)
  sql.pragma('wal_autocheckpoint = 0')
  sql.pragma(`cache_size = -${LONG_CACHE_KIB}`)
  const disk = durability(sql, file)
  const close = () => {
    disk.close()
    sql.close()
  }
  return { sql, durable: disk.durable, close }
}

/** The page cache of an import, in KiB: its index keys arrive in random order. */
const IMPORT_CACHE_KIB = 256 * 1024
/** Tunes a connection for many writes, in a process that does nothing else: a page that changes often is copied once. */
export function tuneForImport({ sql }: Pick<Database, 'sql'>): void {
  sql.pragma(`cache_size = -${IMPORT_CACHE_KIB}`)
  sql.pragma(`wal_autocheckpoint = ${MOST_PAGES_IN_LOG}`)
}

function setUp(sql: Sqlite): void {
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = NORMAL') // A commit survives the process; `durable` is for power failures.
  sql.pragma('foreign_keys = ON')
}

/**
 * Keeps savepoint journals in memory: copies of the pages that are written within a savepoint. Beyond 64 KiB, SQLite
 * would write them to a file, which takes a tenth of the time of a small write. Not used during migrations, because it
 * would also keep their sorted data in memory (sqlite.org/tempfiles.html).
 */
function undoInMemory(sql: Sqlite): void {
  sql.pragma('temp_store = MEMORY')
}
