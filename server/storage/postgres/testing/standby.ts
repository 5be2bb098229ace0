// A standby that follows a primary, of the same programs.
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { startPostgres } from '../../../../scripts/postgres.mjs'

type Postgres = Awaited<ReturnType<typeof startPostgres>>

/** Gives a primary, which has settings from then on, a standby; it ends with the test. Its copy is made while the primary does not run. */
export async function standbyOf(primary: Postgres, settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const { hostname, port, username, password } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  await primary.kill()
  const standby = await startPostgres({ settings: { primary_conninfo }, copyOf: primary, isStandby: true })
  onTestFinished(standby.stop)
  await primary.start({ wal_keep_size: '1GB', ...settings })
  await expect
    .poll(() => rowsOf(primary.url, 'SELECT state FROM pg_stat_replication'))
    .toEqual([{ state: 'streaming' }])
  return standby
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** A session of the superuser of a URL, for what is to be said in one. */
export async function sessionOf(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  return { rows: async (text: string): Promise<Rows> => (await client.query(text)).rows, end: () => client.end() }
}

/** What a statement gives, of the superuser of a URL. */
export async function rowsOf(url: string, text: string): Promise<Rows> {
  const { rows, end } = await sessionOf(url)
  const found = await rows(text)
  await end()
  return found
}
