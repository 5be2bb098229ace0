// Databases for tests on PostgreSQL: a copy of one that was migrated once, dropped with the test.
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Postgres } from '../connection/connection.ts'
import { openPostgres } from '../opening/opening.ts'
import { databaseUrl, TEMPLATE } from './cluster.ts'

/** The URL of an empty database of this version; with another template, of a copy of that one. */
export async function temporaryUrl(template = TEMPLATE): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await asSuperuser(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`) // Of a small one, half the time of WAL_LOG.
  onTestFinished(() => asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`))
  return databaseUrl(inject('postgres'), name)
}

/** An opened database, closed with the test; without a URL, a temporary one. */
export async function temporaryPostgres(url?: string): Promise<Postgres & { readonly url: string }> {
  const of = url ?? (await temporaryUrl())
  const postgres = await openPostgres(of)
  onTestFinished(postgres.close)
  return { ...postgres, url: of }
}

/** Runs a statement as the superuser, in no database of a test. */
export async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  await client.query(statement)
  await client.end()
}
