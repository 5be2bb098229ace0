// The database part of a backup: the snapshot, its verification, and the revocations after a restore.
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { Chain } from '#server/audit/chain.ts'
import type { SigningKeyRow } from '../../../keys/store.ts'
import { SIGNING_KEYS } from '../../inspection.ts'
import { migrationNames } from '../../migrations.ts'
import { withdrawing } from '../../operations/withdrawn.ts'
import { auditStore } from '../audit/audit.ts'
import { BUSY_TIMEOUT_MS } from '../file/busy-timeout.ts'
import type { Sqlite } from '../file/database.ts'
import { migrate } from '../file/migrate.ts'
import { asOperatorError, assertOurs, openingOf } from '../file/opening-errors.ts'

const OWNER_ONLY = 0o600

/**
 * Copies a database as it is at one moment, without blocking readers or writers. The copy is a single file, without a
 * log and without deleted content. Throws OperatorError.
 */
export function copyDatabase(from: string, to: string): void {
  closeSync(openSync(to, 'wx', OWNER_ONLY))
  const sql = openingOf(from, () => new BetterSqlite3(from, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS }))
  try {
    openingOf(from, () => assertOurs(sql, from))
    writeCopy(sql, from, to)
  } finally {
    sql.close()
  }
}

function writeCopy(sql: Sqlite, from: string, to: string): void {
  try {
    sql.prepare('VACUUM INTO ?').run(to)
  } catch (error) {
    // Only the copy is written, so a full disk is the disk of the copy.
    const isOfCopy = error instanceof Error && 'code' in error && /^SQLITE_(FULL|IOERR_WRITE)/.test(String(error.code))
    throw asOperatorError(isOfCopy ? to : from, error)
  }
}

/** The database of a backup, opened to be examined. */
export interface CopiedDatabase {
  /** Problems that SQLite or the schema check report, one sentence each. */
  readonly problems: () => readonly string[]
  readonly migrations: () => readonly string[]
  /** True if it has exactly the migrations of this version. */
  readonly isCurrent: () => boolean
  readonly signingKeys: () => readonly SigningKeyRow[]
  readonly audit: (chain: Chain) => ReturnType<typeof auditStore>
  /** Migrates it to this version. Throws MigrationError. */
  readonly migrate: (now: number) => void
  readonly withdraw: (backupAt: number, now: number) => void
  /** Moves everything into the single file and closes it. */
  readonly close: () => void
}

/** Opens a copy that no other process has open. Throws OperatorError. */
export function openCopy(file: string, { readonly = true } = {}): CopiedDatabase {
  const sql = openingOf(file, () => new BetterSqlite3(file, { fileMustExist: true, readonly }))
  const known = migrationNames(path.resolve('prisma/migrations'))
  const migrations = () =>
    sql
      .prepare<[], string>(
        'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
      )
      .pluck()
      .all()
  return {
    problems: () => openingOf(file, () => problemsOf(sql)),
    migrations,
    isCurrent: () => JSON.stringify(migrations()) === JSON.stringify(known),
    signingKeys: () => sql.prepare<[], SigningKeyRow>(SIGNING_KEYS).all(),
    audit: (chain) => auditStore(sql, chain),
    migrate: (now) => void migrate(sql, path.resolve('prisma/migrations'), now),
    withdraw: (backupAt, now) => withdraw(sql, backupAt, now),
    close: () => sql.close(),
  }
}

function problemsOf(sql: Sqlite): readonly string[] {
  const found = (sql.pragma('integrity_check') as readonly { readonly integrity_check: string }[]).map(
    (row) => row.integrity_check,
  )
  if (found[0] !== 'ok') return found.map((problem) => `The database is damaged: ${problem}`)
  const broken = sql.pragma('foreign_key_check') as readonly { readonly table: string }[]
  return broken
    .slice(0, 1)
    .map(({ table }) => `The database is damaged: ${broken.length} rows, as of ${table}, belong to nothing`)
}

/**
 * Deletes what was under way when the backup was made, and records the time of the backup (conformance ACG-15, LTK-07,
 * AST-12).
 */
function withdraw(sql: Sqlite, backupAt: number, now: number): void {
  sql
    .transaction(() => {
      for (const statement of withdrawing('0')) sql.exec(statement)
      sql.prepare('UPDATE noop_token SET revokedAt = ? WHERE revokedAt IS NULL').run(now)
      sql.prepare('INSERT INTO restoration (backupAt, restoredAt) VALUES (?, ?)').run(backupAt, now)
    })
    .immediate()
}
