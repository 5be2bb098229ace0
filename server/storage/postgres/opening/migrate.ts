// Applies prisma/postgres/migrations at start, and records them as `prisma migrate deploy` would. Processes that start together wait
// for the first one and find its work done.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type pg from 'pg'
import { type Applied, MigrationError, pendingMigrations, readMigrations } from '../../migrations.ts'
import type { Run } from '../connection/line.ts'

export const MIGRATIONS = path.resolve('prisma/postgres/migrations')

const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`

/** One for each database: an advisory lock knows no other scope. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('slipway migrations'))`
const PATIENCE = `SET LOCAL lock_timeout = '60s'`

/**
 * Brings the database up to date in one transaction, and returns the names of the migrations it applied. Throws MigrationError on a
 * changed, unknown or half-applied one.
 */
export async function migrate(client: pg.Client, directory: string): Promise<readonly string[]> {
  const migrations = readMigrations(directory)
  if ((await pendingIn(runOn(client), directory)).length === 0) return [] // The user need not own the tables for this.
  await client.query('BEGIN')
  try {
    await client.query(PATIENCE)
    await client.query(LOCK)
    await client.query(HISTORY_TABLE)
    const pending = pendingMigrations(migrations, await appliedIn(runOn(client)))
    for (const { name, sql, checksum } of pending) {
      await client.query(sql)
      await client.query(
        `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count") VALUES ($1, $2, $3, now(), 1)`,
        [randomUUID(), checksum, name],
      )
    }
    await client.query('COMMIT')
    return pending.map(({ name }) => name)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Throws MigrationError if the database lacks a migration, or has one that this version does not know. */
export async function assertMigrated(client: pg.Client, directory: string): Promise<void> {
  const pending = await pendingIn(runOn(client), directory)
  if (pending.length > 0)
    throw new MigrationError(
      `The database is of an older version: ${pending.join(', ')} ${pending.length === 1 ? 'is' : 'are'} not applied. The next start of the server does it; make a backup first (pg_dump).`,
    )
}

/** The names of migrations that the database lacks. Throws MigrationError as `migrate` does. Changes nothing. */
export const pendingIn = async (run: Run, directory: string): Promise<readonly string[]> =>
  pendingMigrations(readMigrations(directory), await appliedIn(run)).map(({ name }) => name)

async function appliedIn(run: Run): Promise<readonly Applied[]> {
  const [table] = await run<{ readonly known: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
  )
  if (!table?.known) return []
  return run<Applied>(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  )
}

export const runOn =
  (client: pg.Client): Run =>
  async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows
