import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MigrationError } from '../../migrations.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = path.resolve('prisma/migrations')

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'slipway-migrate-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** A copy of the migrations that a test may change. */
function ownMigrations(): string {
  const copy = path.join(folder(), 'migrations')
  cpSync(MIGRATIONS, copy, { recursive: true })
  return copy
}

function addMigration(directory: string, name: string, sql: string): void {
  mkdirSync(path.join(directory, name))
  writeFileSync(path.join(directory, name, 'migration.sql'), sql)
}

/** The SQL that makes the schema from nothing, by Prisma's own engine in WebAssembly. */
async function sqlOf(schema: string): Promise<string> {
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = await import(/* @vite-ignore */ glue)
  const bytes = readFileSync(path.join(path.dirname(glue), 'schema_engine_bg.wasm'))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(exports)
  ;(exports['__wbindgen_start'] as () => void)()
  const factory = bindMigrationAwareSqlAdapterFactory(new PrismaBetterSqlite3({ url: 'file::memory:' }))
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

/** Tables, columns, keys and indexes of a database, in an order of its own. */
function structureOf(sql: Sqlite): readonly unknown[] {
  const tables = sql
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all()
  return tables.map(({ name }) => ({
    name,
    columns: sql.pragma(`table_info("${name}")`),
    foreignKeys: sql.pragma(`foreign_key_list("${name}")`),
    indexes: sql
      .prepare('SELECT name, sql FROM sqlite_master WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL ORDER BY name')
      .all('index', name),
  }))
}

describe('migrations', () => {
  it('lead to exactly the Prisma schema', async () => {
    const migrated = new BetterSqlite3(':memory:')
    migrate(migrated, MIGRATIONS, 0)
    const wanted = new BetterSqlite3(':memory:')
    wanted.exec(await sqlOf(readFileSync('prisma/schema.prisma', 'utf8')))
    expect(structureOf(migrated).length).toBeGreaterThan(15)
    expect(structureOf(migrated)).toEqual(structureOf(wanted))
  })

  it('keep redirect URIs and permissions of the version before, as JSON of their client and role', () => {
    const before = ownMigrations()
    for (const name of readdirSync(before))
      if (name >= '20261126190000') rmSync(path.join(before, name), { recursive: true })
    const sql = new BetterSqlite3(':memory:')
    sql.pragma('foreign_keys = ON')
    migrate(sql, before, 0)
    sql.exec(`INSERT INTO role (name, createdAt) VALUES ('reader', 1), ('empty', 1);
      INSERT INTO client (clientId, name, kind, status, roleName, createdAt, updatedAt) VALUES
        ('a', 'A', 'module', 'approved', 'reader', 1, 2), ('b', 'B', 'module', 'pending', NULL, 1, 2);
      INSERT INTO redirect_uri VALUES ('a', 'https://a.example/z'), ('a', 'https://a.example/"q"');
      INSERT INTO app_developer VALUES ('a', 'anna');
      INSERT INTO permission VALUES ('reader', 'Task', 'own', 'crus', ''), ('reader', 'Patient', 'granted', 'rs', 'epd,p"q')`)
    expect(migrate(sql, MIGRATIONS, 1).length).toBeGreaterThan(1)
    expect(sql.prepare('SELECT clientId, redirectUris, updatedAt FROM client ORDER BY clientId').all()).toEqual([
      { clientId: 'a', redirectUris: JSON.stringify(['https://a.example/"q"', 'https://a.example/z']), updatedAt: 2 },
      { clientId: 'b', redirectUris: '[]', updatedAt: 2 },
    ])
    const permissions = sql.prepare<[], string>('SELECT permissions FROM role ORDER BY name').pluck().all()
    expect(permissions.map((text) => JSON.parse(text))).toEqual([
      [],
      [
        { resourceType: 'Patient', scope: 'granted', operations: 'rs', grantedBy: ['epd', 'p"q'] },
        { resourceType: 'Task', scope: 'own', operations: 'crus', grantedBy: [] },
      ],
    ])
    expect(sql.prepare('SELECT username FROM app_developer').pluck().all()).toEqual(['anna'])
  })

  it('are applied once, and recorded with the checksum of their file', () => {
    const sql = new BetterSqlite3(':memory:')
    const names = readdirSync(MIGRATIONS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(migrate(sql, MIGRATIONS, 1)).toEqual(names.sort())
    expect(migrate(sql, MIGRATIONS, 2)).toEqual([])
    const rows = sql.prepare('SELECT checksum, finished_at, applied_steps_count FROM _prisma_migrations').all()
    expect(rows).toHaveLength(names.length)
    expect(rows[0]).toMatchObject({
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      finished_at: 1,
      applied_steps_count: 1,
    })
  })

  it('leave nothing behind when one fails', () => {
    const directory = ownMigrations()
    addMigration(directory, '20990101000000_bad', 'CREATE TABLE "half" ("id" TEXT); CREATE TABLE "half" ("id" TEXT);')
    const sql = new BetterSqlite3(':memory:')
    expect(() => migrate(sql, directory, 0)).toThrow(/half/)
    expect(sql.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'half'").get()).toEqual({ n: 0 })
  })

  it('refuse a migration that was changed after it was applied', () => {
    const directory = ownMigrations()
    const sql = new BetterSqlite3(':memory:')
    const [first = ''] = migrate(sql, directory, 0)
    writeFileSync(path.join(directory, first, 'migration.sql'), '-- changed')
    expect(() => migrate(sql, directory, 0)).toThrow(MigrationError)
    expect(() => migrate(sql, directory, 0)).toThrow(/was changed after it had been applied/)
  })

  it('refuse a database of a newer version, and one with a half-applied migration', () => {
    const sql = new BetterSqlite3(':memory:')
    migrate(sql, MIGRATIONS, 0)
    const record = sql.prepare(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'y', ?, ?)",
    )
    record.run('20990101000000_future', 1)
    expect(() => migrate(sql, MIGRATIONS, 0)).toThrow(/made by a newer one/)
    sql.exec(
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE id <> 'x'; DELETE FROM _prisma_migrations WHERE id = 'x'",
    )
    expect(() => migrate(sql, MIGRATIONS, 0)).toThrow(/was begun and not finished/)
  })
})
