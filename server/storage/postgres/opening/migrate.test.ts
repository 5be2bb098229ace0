// The migrations of PostgreSQL lead to what the schema says, and are applied once, however many processes start together.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MigrationError } from '../../migrations.ts'
import { temporaryUrl } from '../testing/temporary-postgres.ts'
import { openExistingPostgres, openPostgres } from './opening.ts'

const MIGRATIONS = path.resolve('prisma/postgres/migrations')

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A database with nothing in it. */
const emptyUrl = () => temporaryUrl('template0')

/** The SQL that makes the schema from nothing, by Prisma's own engine in WebAssembly. */
async function sqlOf(schema: string, url: string): Promise<string> {
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = await import(/* @vite-ignore */ glue)
  const bytes = readFileSync(path.join(path.dirname(glue), 'schema_engine_bg.wasm'))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(exports)
  ;(exports['__wbindgen_start'] as () => void)()
  const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPg(url))
  const engine: SchemaEngine = await bindings.SchemaEngine.new({}, () => undefined, factory)
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  } as Parameters<SchemaEngine['diff']>[0])
  return stdout ?? ''
}

const COLUMNS = `SELECT table_name AS "table", column_name AS "column", udt_name AS type, is_nullable AS nullable, column_default AS "default",
  datetime_precision AS precision FROM information_schema.columns WHERE table_schema = current_schema() AND table_name NOT LIKE '\\_%' ORDER BY 1, 2`
const INDEXES = `SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename NOT LIKE '\\_%' ORDER BY 1, 2`
const CONSTRAINTS = `SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS is FROM pg_constraint
  WHERE connamespace = current_schema()::regnamespace AND contype IN ('p', 'u', 'f', 'c') AND conrelid::regclass::text NOT LIKE '\\_%' ORDER BY 1, 2`

/** Columns, keys and indexes of a database, in an order of its own. */
async function structureOf(url: string) {
  const client = await connected(url)
  const rowsOf = async (text: string) => (await client.query(text)).rows
  return { columns: await rowsOf(COLUMNS), indexes: await rowsOf(INDEXES), constraints: await rowsOf(CONSTRAINTS) }
}

describe('the migrations of PostgreSQL', () => {
  it('lead to exactly the schema that is derived from SQLite’s', async () => {
    const wanted = await emptyUrl()
    await (await connected(wanted)).query(await sqlOf(readFileSync('prisma/postgres/schema.prisma', 'utf8'), wanted))
    const migrated = await structureOf(await temporaryUrl())
    expect(new Set(migrated.columns?.map(({ table }) => table)).size).toBeGreaterThan(30)
    expect(migrated).toEqual(await structureOf(wanted))
  })

  it('order every text by its bytes, whatever the database was created with', async () => {
    const { rows } = await (await connected(await temporaryUrl())).query(
      `SELECT attrelid::regclass::text AS "table", attname AS "column" FROM pg_attribute a JOIN pg_collation c ON c.oid = attcollation
       WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
         AND relname NOT LIKE '\\_%') AND collname <> 'C'`,
    )
    expect(rows).toEqual([])
  })

  it('are applied by one of four processes that start together; the others find them done', async () => {
    const url = await emptyUrl()
    const opened = await Promise.all([1, 2, 3, 4].map(() => openPostgres(url)))
    await Promise.all(opened.map(({ close }) => close()))
    const { rows } = await (await connected(url)).query(
      'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
    )
    expect(rows.map(({ name }) => name)).toEqual(namesIn(MIGRATIONS))
  })

  it('leave nothing behind when one of them fails', async () => {
    const [url, directory] = [await emptyUrl(), ownMigrations()]
    addMigration(directory, '99999999999999_wrong', 'CREATE TABLE half (); SELECT wrong')
    await expect(openPostgres(url, { migrations: directory })).rejects.toThrow('wrong')
    expect(
      (await (await connected(url)).query('SELECT 1 FROM pg_tables WHERE schemaname = current_schema()')).rows,
    ).toEqual([])
  })

  it('refuse a database of a newer version, and by a command one of an older version', async () => {
    const [newer, older] = [ownMigrations(), await temporaryUrl()]
    addMigration(newer, '99999999999999_newer', 'CREATE TABLE newer ()')
    await expect(openExistingPostgres(older, { migrations: newer })).rejects.toThrow(
      /The database is of an older version: 99999999999999_newer is not applied\. The next start of the server does it/,
    )
    await (await openPostgres(older, { migrations: newer })).close()
    await expect(openPostgres(older)).rejects.toThrow(MigrationError)
    await expect(openPostgres(older)).rejects.toThrow('it was made by a newer one. Start that version')
  })
})

const namesIn = (directory: string) =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** A copy of the migrations that a test may change. */
function ownMigrations(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(MIGRATIONS, folder, { recursive: true })
  return folder
}

function addMigration(directory: string, name: string, sql: string): void {
  mkdirSync(path.join(directory, name))
  writeFileSync(path.join(directory, name, 'migration.sql'), sql)
}
