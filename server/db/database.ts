// Opens the one SQLite file of a domain. Only this folder imports Prisma and the driver.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'
import { PrismaClient } from '#prisma/generated/client.ts'
import { migrate } from './migrate.ts'
import { type Owed, owed } from './owed.ts'
import { settling } from './settled.ts'

export type { Sqlite }

export interface Database {
  /** For reads and for writes that may be lost with the machine's power, never with the process. */
  readonly sql: Sqlite
  /** For promises of security (used codes, used ids): whoever writes here waits for `settled` before telling anybody. */
  readonly vault: Sqlite
  /** Makes what is owed, and resolves when all that the vault has committed is on the disk. Throws Unavailable when it is not. */
  readonly settled: () => Promise<void>
  readonly owed: Owed
  /** For what is rare: the registry, accounts, roles. */
  readonly prisma: PrismaClient
  /** Whether no other process, and nothing else in this one, has the database open at this moment. */
  readonly isAlone: () => boolean
  readonly close: () => Promise<void>
}

const BUSY_TIMEOUT_MS = 5000
const OWNER_ONLY = 0o600

/** Opens (and makes, and migrates) the database file. Throws MigrationError when it does not fit. */
export function openDatabase(
  file: string,
  { migrations = path.resolve('prisma/migrations'), now = Date.now() } = {},
): Database {
  createPrivately(file)
  const sql = connect(file)
  try {
    migrate(sql, migrations, now)
  } catch (error) {
    sql.close()
    throw error
  }
  const vault = connect(file)
  const disk = settling(vault, file)
  const writes = owed()
  const presence = presenceAt(`${file}-users`)
  const prisma = new PrismaClient({
    adapter: new PrismaBetterSqlite3({ url: `file:${file}` }, { timestampFormat: 'unixepoch-ms' }),
  })
  return {
    sql,
    vault,
    settled: () => {
      writes.pay()
      return disk.settled()
    },
    owed: writes,
    prisma,
    isAlone: presence.isAlone,
    close: async () => {
      writes.pay()
      await prisma.$disconnect()
      presence.close()
      disk.close()
      vault.close()
      sql.close()
    },
  }
}

/**
 * A lock that all who have the database open share, on an empty file beside it. Who can have it alone is alone. The system
 * takes it back from a process that is gone, however it ended.
 */
function presenceAt(file: string) {
  createPrivately(file)
  const lock = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS })
  const share = () => {
    lock.exec('BEGIN')
    lock.prepare('SELECT count(*) FROM sqlite_master').get() // The lock comes with the first read and stays to the end.
  }
  share()
  return {
    isAlone: (): boolean => {
      lock.exec('COMMIT')
      lock.pragma('busy_timeout = 0')
      try {
        lock.exec('BEGIN EXCLUSIVE')
        lock.exec('COMMIT')
        return true
      } catch {
        return false
      } finally {
        lock.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
        share()
      }
    },
    close: () => lock.close(),
  }
}

/** Kibibytes of pages that an import keeps at hand, for indexes whose keys come in any order. */
const IMPORT_CACHE_KIB = 256 * 1024
/** Pages in the write-ahead log before they go to the database: 64 MB, so that a page which changes often goes once. */
const IMPORT_CHECKPOINT_PAGES = 16_384

/** Sets a connection up for much writing. For a process that does nothing else. */
export function tuneForImport({ sql }: Pick<Database, 'sql'>): void {
  sql.pragma(`cache_size = -${IMPORT_CACHE_KIB}`)
  sql.pragma(`wal_autocheckpoint = ${IMPORT_CHECKPOINT_PAGES}`)
}

function createPrivately(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  if (existsSync(file)) return
  closeSync(openSync(file, 'a', OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

function connect(file: string): Sqlite {
  const sql = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS })
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = NORMAL') // A commit survives the process; `settled` is for the machine.
  sql.pragma('foreign_keys = ON')
  return sql
}
