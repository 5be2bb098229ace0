// Databases for tests on PostgreSQL: a copy of one that was migrated once, dropped with the test.
import { Socket } from 'node:net'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Postgres } from '../connection/connection.ts'
import { openPostgres } from '../opening/opening.ts'
import { databaseUrl, TEMPLATE } from './cluster.ts'

/** The URL of an empty database of this version; with another template, of a copy of that one. Dropped with the test. */
export async function temporaryUrl(template = TEMPLATE): Promise<string> {
  const { url, drop } = await newUrl(template)
  onTestFinished(drop)
  return url
}

/** The same for several tests; call `drop` after them. */
export async function newUrl(
  template = TEMPLATE,
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await asSuperuser(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`) // Of a small one, half the time of WAL_LOG.
  return {
    url: databaseUrl(inject('postgres'), name),
    drop: () => asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** An opened database, closed with the test; without a URL, a temporary one. */
export async function temporaryPostgres(url?: string): Promise<Postgres & { readonly url: string }> {
  const of = url ?? (await temporaryUrl())
  const postgres = await openPostgres(of)
  onTestFinished(postgres.close)
  return { ...postgres, url: of }
}

/** The connection of this process for that: a new one takes longer than most statements. */
let superuser: Promise<pg.Client> | undefined

async function connected(): Promise<pg.Client> {
  const stream = () => new Socket().unref() // It keeps no worker from ending.
  const client = new pg.Client({ connectionString: inject('postgres'), stream })
  client.on('error', () => {
    superuser = undefined
  })
  await client.connect()
  return client
}

/** Runs a statement as the superuser, in no database of a test. */
export async function asSuperuser(statement: string): Promise<void> {
  superuser ??= connected()
  await (await superuser).query(statement)
}
