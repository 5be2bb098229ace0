// Applies prisma/postgres/migrations at start, and records them as `prisma migrate deploy` would. Processes that start together wait
// for the first one and find its work done.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type Applied, type Migration, MigrationError, pendingMigrations, readMigrations } from '../../migrations.ts'
import { codeOf } from '../connection/errors.ts'
import type { Run } from '../connection/line.ts'

export const MIGRATIONS = path.resolve('prisma/postgres/migrations')

const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`

/** One for each database: an advisory lock knows no other scope. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('slipway migrations'))`
const PATIENCE = `SET LOCAL lock_timeout = '60s'`
/** Behind one that waits to change a table, all others wait, too: it gives up before they do, and begins anew. */
const BRIEFLY = `SET LOCAL lock_timeout = '1s'`
const REST_MS = 500
const MOST_TRIES = 60

/** The end of the name of a migration that takes away what the version before needs (docs/decisions/0025-postgres.md). */
const CONTRACTS = '_contract'

/**
 * Brings the database up to date in one transaction, and returns the names of the migrations it applied. Throws MigrationError on a
 * changed, unknown or half-applied one.
 */
export async function migrate(client: pg.Client, directory: string): Promise<readonly string[]> {
  if ((await pendingIn(runOn(client), directory)).length === 0) return [] // The user need not own the tables for this.
  for (let tries = 1; ; tries += 1) {
    let isInTurn = false
    try {
      return await applied(client, readMigrations(directory), () => {
        isInTurn = true
      })
    } catch (error) {
      if (!isInTurn || !/^(55P03|40P01)$/.test(codeOf(error) ?? '') || tries === MOST_TRIES) throw error
      await delay(REST_MS)
    }
  }
}

async function applied(client: pg.Client, migrations: readonly Migration[], isInTurn: () => void) {
  await client.query('BEGIN')
  try {
    await client.query(PATIENCE)
    await client.query(LOCK)
    isInTurn()
    await client.query(BRIEFLY)
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

/**
 * Why a process that runs is not of the schema; undefined when it is, or of an older one that goes on: what newer versions add harms
 * nobody, and what they take away is in a migration that says so.
 */
export async function schemaProblem(run: Run, directory: string): Promise<string | undefined> {
  const known = new Set(readMigrations(directory).map(({ name }) => name))
  const all = await appliedIn(run)
  const pending = pendingMigrations(
    readMigrations(directory),
    all.filter(({ migration_name: name }) => known.has(name)),
  )
  if (pending.length > 0) return `${pending.length} migrations wait for the next start.`
  const contracting = all.find(({ migration_name: name }) => !known.has(name) && name.endsWith(CONTRACTS))
  return (
    contracting && `A newer version has taken away what this one needs (${contracting.migration_name}): start that one.`
  )
}

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
