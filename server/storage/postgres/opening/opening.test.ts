// A PostgreSQL that cannot be used is explained in a sentence that says what to do, and nothing is written to it.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { OperatorError } from '#lib/operator-error.ts'
import { startPostgres } from '../../../../scripts/postgres.mjs'
import { asSuperuser, temporaryUrl } from '../testing/temporary-postgres.ts'
import { openExistingPostgres, openPostgres } from './opening.ts'

/** What the operator is told, and that it was an OperatorError. */
async function refusal(url: string): Promise<string> {
  const error = await openPostgres(url).then(
    ({ close }) => close(),
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(OperatorError)
  return (error as Error).message
}

const withParts = (url: string, parts: Partial<Record<'username' | 'password' | 'port' | 'pathname', string>>) =>
  Object.assign(new URL(url), parts).href

const emptyUrl = () => temporaryUrl('template0')

/** The URL of a role of its own, made with the options. */
async function roleOn(url: string, options = ''): Promise<string> {
  const name = `role_${crypto.randomUUID().replaceAll('-', '')}`
  await asSuperuser(`CREATE ROLE ${name} LOGIN PASSWORD 'secret' ${options}`)
  return withParts(url, { username: name, password: 'secret' })
}

const tablesOf = async (url: string) => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
  await client.end()
  return rows.map(({ tablename }) => tablename)
}

describe('a PostgreSQL that cannot be opened', () => {
  it('is none by its URL', async () => {
    for (const url of ['postgres', 'https://example.org/', 'file:slipway.db'])
      expect(await refusal(url)).toBe(
        'DATABASE_URL is not a URL of PostgreSQL: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
      )
  })

  it('has several hosts, of which one is the primary', async () => {
    for (const hosts of ['postgres://u:p@a:1,b:2/db', 'postgres://a,b/db', 'postgres:///db?user=u&host=a,b'])
      expect(await refusal(hosts)).toMatch(/^DATABASE_URL names several hosts\. Name one that leads to the primary/)
  })

  it('does not answer, has no such database, or refuses the user; the password is in no sentence', async () => {
    const url = await emptyUrl()
    expect(await refusal(withParts(url, { port: '1' }))).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:1, database test_\w+, does not answer\. Start it/,
    )
    expect(await refusal(withParts(url, { pathname: '/nowhere' }))).toMatch(
      /database nowhere, does not exist\. Create it/,
    )
    const wrong = await refusal(withParts(url, { password: 'wrong-password' }))
    expect(wrong).toMatch(/refuses the user or the password\. Set them in DATABASE_URL/)
    expect(wrong).not.toContain('wrong-password')
  })

  it('has no connection left', async () => {
    expect(await refusal(await roleOn(await emptyUrl(), 'CONNECTION LIMIT 0'))).toMatch(
      /has no connection left\. Slipway needs fourteen/,
    )
  })

  it('gives the user no right to make tables', async () => {
    const url = await emptyUrl()
    expect(await refusal(await roleOn(url))).toMatch(/the user may not create tables there\. Make the user the owner/)
    expect(await tablesOf(url)).toEqual([])
  })

  it('is too old', async () => {
    const url = await emptyUrl()
    const client = new pg.Client(url)
    await client.connect()
    // It says of itself what PostgreSQL 14 does.
    await client.query(`CREATE FUNCTION public.current_setting(name text) RETURNS text LANGUAGE sql AS
      $$ SELECT CASE name WHEN 'server_version_num' THEN '140023' ELSE pg_catalog.current_setting(name) END $$`)
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, pg_catalog`)
    await client.end()
    expect(await refusal(url)).toMatch(/is too old: Slipway needs PostgreSQL 15 or newer\.$/)
    expect(await tablesOf(url)).toEqual([])
  })

  it('is read-only for the user', async () => {
    const url = await emptyUrl()
    const role = await roleOn(url)
    await asSuperuser(`ALTER ROLE ${new URL(role).username} SET default_transaction_read_only = on`)
    expect(await refusal(role)).toMatch(/is read-only for this user\. Set DATABASE_URL to the primary/)
  })

  it('is a standby', async () => {
    const { url, stop } = await startPostgres({ isStandby: true })
    onTestFinished(stop)
    expect(await refusal(url)).toMatch(/is a standby, which takes no writes\. Set DATABASE_URL to the primary\./)
  })

  it('is behind a pooler of connections', async () => {
    const url = await emptyUrl()
    expect(await refusal(withParts(url, { port: String(await pooler(url)) }))).toMatch(
      /is behind a pooler of connections/,
    )
    expect(await tablesOf(url)).toEqual([])
  })

  it('is that of another program', async () => {
    const url = await emptyUrl()
    const client = new pg.Client(url)
    await client.connect()
    await client.query('CREATE TABLE invoice ()')
    await client.end()
    expect(await refusal(url)).toMatch(/is that of another program: .* Nothing was changed in it/)
    expect(await tablesOf(url)).toEqual(['invoice'])
  })

  it('is not in UTF-8', async () => {
    await asSuperuser(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`)
    onTestFinished(() => asSuperuser('DROP DATABASE latin'))
    expect(await refusal(withParts(inject('postgres'), { pathname: '/latin' }))).toMatch(/is not in UTF-8/)
  })
})

describe('a PostgreSQL that can be opened', () => {
  it('needs no more rights than those of the owner of its tables', async () => {
    const url = await emptyUrl()
    const role = await roleOn(url)
    await asSuperuser(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${new URL(role).username}`)
    for (const open of [openPostgres, openPostgres, openExistingPostgres]) {
      const { run, durable, look, close } = await open(role)
      await run(`INSERT INTO role (name, "createdAt") VALUES ($1, now())`, [crypto.randomUUID()])
      await durable()
      expect(await look()).toMatchObject({ accounts: 1 })
      await close()
    }
  })
})

/** Passes everything on, but tells its clients a process of its own, as poolers do (BackendKeyData of the protocol). */
async function pooler(url: string): Promise<number> {
  const { port, hostname } = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    sockets.push(client, database)
    client.pipe(database)
    database.on('data', (chunk) => {
      const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12])) // 'K' and its length
      if (at >= 0) chunk.writeInt32BE(1, at + 5)
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}
