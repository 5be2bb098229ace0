// A newer version starts while older processes serve: it adds to tables that they read and write, and nobody is told a 5xx.
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../storage/migrations.ts'
import { MIGRATIONS } from '../../storage/postgres/opening/migrate.ts'
import { openPostgres } from '../../storage/postgres/opening/opening.ts'
import { rowsOf } from '../../storage/postgres/testing/standby.ts'
import { temporaryUrl } from '../../storage/postgres/testing/temporary-postgres.ts'
import { type Cluster, serverProgram, testCluster } from '../cluster.ts'
import { assertKept, loadedWhile } from '../crash/cluster-load.ts'
import { loadedSite } from '../crash/site.ts'
import { temporaryFolder } from '../data-place.ts'
import { rounds } from '../rounds.ts'

/** A copy of migrations that a test may change. */
function ownMigrations(of = MIGRATIONS): string {
  const folder = temporaryFolder('slipway-upgrade-')
  cpSync(of, folder, { recursive: true })
  return folder
}

function addMigration(directory: string, name: string, sql: string): void {
  mkdirSync(path.join(directory, name))
  writeFileSync(path.join(directory, name, 'migration.sql'), sql)
}

/** A column more in every table. */
async function everyTable(url: string, column: string): Promise<string> {
  const rows = await rowsOf(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE '\\_%'`,
  )
  expect(rows.length).toBeGreaterThan(30)
  return rows.map(({ name }) => `ALTER TABLE "${name}" ADD COLUMN "${column}" TEXT;`).join('\n')
}

/** Makes a program run the server of a version that has the migrations of a folder; processes that run go on as they are. */
async function install(program: string, migrations: string): Promise<void> {
  const home = temporaryFolder('slipway-version-')
  const all = (folder: string, but: string) => {
    mkdirSync(path.join(home, folder), { recursive: true })
    for (const name of readdirSync(folder))
      if (name !== but) symlinkSync(path.resolve(folder, name), path.join(home, folder, name))
  }
  all('.', 'prisma')
  all('prisma', 'postgres')
  mkdirSync(path.join(home, 'prisma/postgres'))
  symlinkSync(migrations, path.join(home, 'prisma/postgres/migrations'))
  const server = pathToFileURL(await serverProgram())
  writeFileSync(program, `process.chdir(${JSON.stringify(home)}); await import(${JSON.stringify(server)})`)
}

/** Ends a process as an operator does, and waits until the next one is ready in its place. */
async function restarted(cluster: Cluster, name: string): Promise<void> {
  const old = cluster.pids()[name]
  process.kill(Number(old), 'SIGTERM')
  await expect.poll(() => cluster.pids()[name] ?? old).not.toBe(old)
  await expect.poll(() => cluster.ready()).toHaveLength(2)
}

/** So many answers lie between two upgrades. */
const BETWEEN = 30
/** What loses against a migration that has tables crosswise is rare. */
const UPGRADES = rounds(4, 40)

describe('an upgrade of processes one by one', () => {
  it('answers everything while newer versions add a column to every table, and the older ones stay ready', async () => {
    const url = await temporaryUrl('template0')
    const cluster = await testCluster({ database: url })
    const site = await loadedSite(cluster.domain, cluster.publicUrl)
    const next = ownMigrations()
    const told = await loadedWhile(site, 1, async (more) => {
      await more(BETWEEN)
      for (let upgrade = 10; upgrade < 10 + UPGRADES; upgrade += 1) {
        addMigration(next, `999999999999${upgrade}_next`, await everyTable(url, `of${upgrade}`))
        await (await openPostgres(url, { migrations: next })).close()
        await more(BETWEEN)
      }
      for (const port of cluster.ready()) expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
    })
    expect(told.known.unavailable, 'told to come back while tables change').toBe(0)
    await assertKept(site, cluster, told)
    expect(cluster.ready()).toHaveLength(2)

    // What takes something away says so in its name.
    addMigration(next, '99999999999999_next_contract', 'ALTER TABLE "role" DROP COLUMN "of10"')
    await (await openPostgres(url, { migrations: next })).close()
    await expect.poll(() => cluster.ready()).toEqual([])
  })

  it('answers everything while each process ends and one of a newer version, which changes tables first, takes its place', async () => {
    const [url, program] = [await temporaryUrl('template0'), path.join(temporaryFolder('slipway-upgrade-'), 'run.mjs')]
    await install(program, MIGRATIONS)
    const cluster = await testCluster({ database: url, program, env: { SHUTDOWN_DELAY: '1' } })
    const site = await loadedSite(cluster.domain, cluster.publicUrl)
    let latest = MIGRATIONS
    for (let upgrade = 10; upgrade < 10 + rounds(1, 10); upgrade += 1) {
      latest = ownMigrations(latest)
      const name = `999999999999${upgrade}_next`
      addMigration(latest, name, await everyTable(url, `of${upgrade}`))
      const told = await loadedWhile(site, upgrade, async (more) => {
        await more(BETWEEN)
        await install(program, latest)
        for (const process of ['one', 'two']) {
          await restarted(cluster, process)
          await more(BETWEEN) // By one of each version, and then by two of the newer one.
        }
      })
      expect(await rowsOf(url, `SELECT 1 AS is FROM "_prisma_migrations" WHERE migration_name = '${name}'`)).toEqual([
        { is: 1 },
      ])
      expect(told.known.unavailable, 'told to come back').toBe(0)
      await assertKept(site, cluster, told)
    }
  })

  it('begins on a schema of the version before', async () => {
    const [url, before] = [await temporaryUrl('template0'), ownMigrations()]
    rmSync(path.join(before, readMigrations(before).at(-1)?.name ?? ''), { recursive: true })
    for (const { sql } of readMigrations(before)) await rowsOf(url, sql)
    const applied = readMigrations(before).map(
      ({ name, checksum }) => `('${name}', '${checksum}', now(), '${name}', 1)`,
    )
    await rowsOf(
      url,
      `CREATE TABLE "_prisma_migrations" (id TEXT, checksum TEXT, finished_at TIMESTAMPTZ, migration_name TEXT, applied_steps_count INT,
         rolled_back_at TIMESTAMPTZ);
       INSERT INTO "_prisma_migrations" VALUES ${applied.join(', ')}`,
    )
    const cluster = await testCluster({ database: url })
    expect(cluster.ready()).toHaveLength(2)
  })
})

/** What an older process that runs does not survive. */
const TAKES_AWAY = [
  [/\bDROP\s+(TABLE|COLUMN|INDEX|CONSTRAINT|VIEW|TYPE|FUNCTION|TRIGGER)\b/i, 'takes something away'],
  [/\bRENAME\b/i, 'gives something another name'],
  [/\bALTER\s+COLUMN\b[^,;]*\b(TYPE|SET\s+NOT\s+NULL|DROP\s+DEFAULT)\b/i, 'changes a column'],
  [/\bADD\s+COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i, 'adds a column that must be given'],
  [/\bALTER\s+TABLE\s+"trace\w*"[^;]*\bNOT\s+NULL\b/i, 'adds one to rows that are written as they are'],
  [/\bADD\s+(CONSTRAINT|CHECK|UNIQUE|FOREIGN)\b/i, 'refuses rows that were good'],
  [/\b(TRUNCATE|DELETE\s+FROM)\b/i, 'deletes rows'],
] as const

/** The last one before processes of two versions ran beside each other. */
const LAST_WITHOUT = '20261127194000_shared_counts'

const problemsOf = (sql: string) =>
  TAKES_AWAY.flatMap(([pattern, what]) => (pattern.test(sql.replaceAll(/--.*$/gm, '')) ? [what] : []))

describe('a migration of PostgreSQL', () => {
  it('only adds, so that processes of the version before go on, unless its name ends with _contract', () => {
    const since = readMigrations(MIGRATIONS).filter(({ name }) => name > LAST_WITHOUT && !name.endsWith('_contract'))
    expect(since.length).toBeGreaterThan(0)
    for (const { name, sql } of since) expect([name, problemsOf(sql)]).toEqual([name, []])
  })

  it.each([
    'DROP TABLE "a"',
    'ALTER TABLE "a" RENAME TO "b"',
    'ALTER TABLE "a" DROP COLUMN "b"',
    'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL',
    'ALTER TABLE "a" ALTER COLUMN "b" TYPE BIGINT USING 0',
    'ALTER TABLE "a" ADD COLUMN "b" TEXT COLLATE "C" NOT NULL',
    'ALTER TABLE "trace_step" ADD COLUMN "b" TEXT NOT NULL DEFAULT 1',
    'ALTER TABLE "a" ADD CONSTRAINT "b" CHECK (c > 0)',
    'DELETE FROM "a"',
  ])('is found not to: %s', (sql) => {
    expect(problemsOf(sql)).toHaveLength(1)
  })

  it.each([
    'CREATE TABLE "a" ("b" TEXT NOT NULL, CONSTRAINT "a_pkey" PRIMARY KEY ("b"))',
    'ALTER TABLE "a" ADD COLUMN "b" TEXT',
    'ALTER TABLE "a" ADD COLUMN "b" BOOLEAN NOT NULL DEFAULT false',
    '-- DROP TABLE "a"\nCREATE INDEX "b" ON "a"("c")',
  ])('is found to: %s', (sql) => {
    expect(problemsOf(sql)).toEqual([])
  })
})
