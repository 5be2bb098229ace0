// Before the tests on PostgreSQL: starts one for all of them, with databases that they copy: one that is migrated, one with the demo.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { roomiest } from '#server/testing/in-memory.ts'
import { makeDomain } from '#server/testing/template.ts'
import { openPostgres } from '../opening/opening.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of a PostgreSQL that is there for the tests. */
    readonly postgres: string
  }
}

/** The database that those of tests are copies of, and the one of whole domains. */
export const TEMPLATE = 'slipway_template'
export const DOMAIN_TEMPLATE = 'slipway_domain_template'

/** SLIPWAY_KEY of the latter. */
export const TEST_KEY = Buffer.alloc(32, 1).toString('base64url')

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A process of its own, which ends with this one, however it ends.
  const keeper = spawn(process.execPath, ['scripts/postgres.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, TMPDIR: roomiest() },
  })
  const url = await said(keeper.stdout)
  if (url === undefined) throw new Error('PostgreSQL did not start for the tests: see above.')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`CREATE DATABASE ${TEMPLATE}`)
  await (await openPostgres(databaseUrl(url, TEMPLATE))).close()
  await forgetPlace(databaseUrl(url, TEMPLATE))
  await client.query(`CREATE DATABASE ${DOMAIN_TEMPLATE} TEMPLATE ${TEMPLATE}`)
  await client.end()
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-template-'))
  await makeDomain({ DATA_DIR: directory, SLIPWAY_KEY: TEST_KEY, DATABASE_URL: databaseUrl(url, DOMAIN_TEMPLATE) })
  rmSync(directory, { recursive: true, force: true })
  await forgetPlace(databaseUrl(url, DOMAIN_TEMPLATE))
  project.provide('postgres', url)
  return async () => {
    keeper.stdin.end()
    await once(keeper, 'exit')
  }
}

/** A copy of a template is in another place than the template, and was not restored. */
async function forgetPlace(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('DELETE FROM database_place')
  await client.end()
}

/** The same server, another database. */
export const databaseUrl = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

async function said(stream: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const chunk of stream) return String(chunk).trim()
  return undefined
}
