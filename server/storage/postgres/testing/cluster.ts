// Before the tests on PostgreSQL: starts one for all of them, with a migrated database that each copies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../opening/opening.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of a PostgreSQL that is there for the tests. */
    readonly postgres: string
  }
}

/** The database that those of tests are copies of. */
export const TEMPLATE = 'slipway_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A process of its own, which ends with this one, however it ends.
  const keeper = spawn(process.execPath, ['scripts/postgres.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const url = await said(keeper.stdout)
  if (url === undefined) throw new Error('PostgreSQL did not start for the tests: see above.')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`CREATE DATABASE ${TEMPLATE}`)
  await client.end()
  await (await openPostgres(databaseUrl(url, TEMPLATE))).close()
  project.provide('postgres', url)
  return async () => {
    keeper.stdin.end()
    await once(keeper, 'exit')
  }
}

/** The same server, another database. */
export const databaseUrl = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

async function said(stream: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const chunk of stream) return String(chunk).trim()
  return undefined
}
