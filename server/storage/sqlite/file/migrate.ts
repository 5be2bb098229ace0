// Applies prisma/migrations at start, and records them as `prisma migrate deploy` would, so that the two are
// interchangeable.
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Database as Sqlite } from 'better-sqlite3'
import { OperatorError } from '#lib/operator-error.ts'

const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
  "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface Applied {
  readonly migration_name: string
  readonly checksum: string
  readonly finished_at: number | string | null
}

/** The database does not fit this version of Slipway. The message says why and what to do. */
export class MigrationError extends OperatorError {
  override readonly name = 'MigrationError'
}

/**
 * Brings the database up to date and returns the names of the migrations it applied.
 * Each migration and its record are one transaction: a crash leaves all of it or nothing.
 * Throws MigrationError on a changed, unknown or half-applied migration.
 */
export function migrate(sql: Sqlite, directory: string, now: number): readonly string[] {
  const migrations = readMigrations(directory)
  sql.exec(HISTORY_TABLE)
  return sql
    .transaction(() => {
      const pending = pendingMigrations(migrations, appliedMigrations(sql))
      for (const migration of pending) apply(sql, migration, now)
      return pending.map(({ name }) => name)
    })
    .immediate()
}

/** The names of migrations that a database lacks. Throws MigrationError as `migrate` does. Changes nothing. */
export const pendingIn = (sql: Sqlite, directory: string): readonly string[] =>
  pendingMigrations(readMigrations(directory), appliedMigrations(sql)).map(({ name }) => name)

const appliedMigrations = (sql: Sqlite): readonly Applied[] =>
  sql
    .prepare<[], Applied>(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    )
    .all()

function pendingMigrations(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  for (const { migration_name: name, checksum, finished_at } of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known)
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: it was made by a newer one. Start that version, or restore a backup of this one.`,
      )
    if (finished_at === null)
      throw new MigrationError(
        `Migration ${name} was begun and not finished. Restore a backup, or repair it and mark it with "prisma migrate resolve".`,
      )
    if (known.checksum !== checksum)
      throw new MigrationError(`Migration ${name} was changed after it had been applied. Restore the file as it was.`)
  }
  const done = new Set(applied.map(({ migration_name }) => migration_name))
  return migrations.filter(({ name }) => !done.has(name))
}

function apply(sql: Sqlite, { name, sql: statements, checksum }: Migration, now: number): void {
  sql.exec(statements)
  sql
    .prepare(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)',
    )
    .run(randomUUID(), checksum, name, now, now)
}

/** The names of this version's migrations, in order. */
export const migrationNames = (directory: string): readonly string[] =>
  readMigrations(directory).map(({ name }) => name)

function readMigrations(directory: string): readonly Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
