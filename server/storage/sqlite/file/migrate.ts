// Applies prisma/migrations at start, and records them as `prisma migrate deploy` would, so that the two are
// interchangeable.
import { randomUUID } from 'node:crypto'
import type { Database as Sqlite } from 'better-sqlite3'
import { type Applied, type Migration, pendingMigrations, readMigrations } from '../../migrations.ts'

const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
  "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`

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

function apply(sql: Sqlite, { name, sql: statements, checksum }: Migration, now: number): void {
  sql.exec(statements)
  sql
    .prepare(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)',
    )
    .run(randomUUID(), checksum, name, now, now)
}
