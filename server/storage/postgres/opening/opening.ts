// Opens a PostgreSQL for a domain, or says in a sentence what is wrong with it and what to do, before anything is written.
import pg from 'pg'
import { OperatorError } from '#lib/operator-error.ts'
import type { Wrapped } from '#server/keys/store.ts'
import { connections, type Postgres } from '../connection/connection.ts'
import { codeOf } from '../connection/errors.ts'
import { connectionSettings } from '../connection/settings.ts'
import { wrappedIn } from '../keys/wrapped.ts'
import { assertMigrated, MIGRATIONS, migrate, pendingIn, runOn } from './migrate.ts'
import { lastNoted, settle } from './place.ts'
import { settleIn } from './restored.ts'

/** The oldest that is promised, as `server_version_num` says it. */
const OLDEST = 150_000

/** Opens the database of a URL, creating and migrating its tables as needed. Throws OperatorError, including MigrationError. */
export async function openPostgres(
  url: string,
  { migrations = MIGRATIONS, assertKeys }: Opening = {},
): Promise<Postgres> {
  const history = await looked(url, async (client) => {
    const run = runOn(client)
    assertKeys?.(await wrappedIn(run))
    await migrate(client, migrations)
    await settleIn(client)
    return within(client, () => settle(run))
  })
  return connections(url, history)
}

interface Opening {
  readonly migrations?: string
  /** Is given the wrapped keys before anything is written. Throws OperatorError. */
  readonly assertKeys?: ((rows: readonly Wrapped[]) => void) | undefined
}

/**
 * Opens one of this version, and changes nothing; with `readOnly`, every statement that would write fails. Throws OperatorError,
 * including MigrationError.
 */
export async function openExistingPostgres(
  url: string,
  { migrations = MIGRATIONS, readOnly = false, assertKeys }: Opening & { readonly readOnly?: boolean } = {},
): Promise<Postgres> {
  const history = await looked(url, async (client) => {
    assertKeys?.(await wrappedIn(runOn(client)))
    await assertMigrated(client, migrations)
    return lastNoted(runOn(client))
  })
  return connections(readOnly ? onlyRead(url) : url, history)
}

/** One transaction. */
async function within<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    const done = await work()
    await client.query('COMMIT')
    return done
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** The migrations that the database lacks. Throws OperatorError, including MigrationError. */
export const pendingNow = (url: string): Promise<readonly string[]> =>
  looked(url, (client) => pendingIn(runOn(client), MIGRATIONS))

/** What is said of a database that can be used, whether or not a domain has been there. Throws OperatorError. */
export const toBeUsed = (url: string): Promise<{ readonly name: string; readonly isEmpty: boolean }> =>
  looked(url, async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('registry_state') IS NULL AS "isEmpty"`)
    return { name: nameOf(url), isEmpty: rows[0]?.isEmpty === true }
  })

function onlyRead(url: string): string {
  const target = new URL(url)
  const options = target.searchParams.get('options')
  target.searchParams.set('options', [options, '-c default_transaction_read_only=on'].filter(Boolean).join(' '))
  return target.href
}

async function looked<T>(url: string, look: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionSettings(asUrl(url), { synchronous_commit: 'on' }) })
  client.on('error', () => undefined) // What waits for it is told.
  try {
    await client.connect()
    await assertUsable(client, nameOf(url))
    return await look(client)
  } catch (cause) {
    throw asOperatorError(url, cause)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function asUrl(url: string): string {
  const [place = '', query] = url.split('?')
  const hosts = [place.split('/')[2]?.split('@').at(-1), new URLSearchParams(query).get('host')]
  // Those of libpq, of which node-postgres knows nothing.
  if (hosts.some((host) => host?.includes(',')))
    throw new OperatorError(
      'DATABASE_URL names several hosts. Name one that leads to the primary: a name of your DNS, an address that moves with it, or a proxy.',
    )
  if (/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')) return url
  throw new OperatorError('DATABASE_URL is not a URL of PostgreSQL: postgres://USER:PASSWORD@HOST:5432/DATABASE.')
}

/** A database by its host and name; its URL has a password. */
function nameOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `PostgreSQL at ${hostname || searchParams.get('host') || 'localhost'}:${port || '5432'}, database ${decodeURIComponent(pathname.slice(1)) || 'of the user’s name'}`
}

/** What is wrong and what to do, by SQLSTATE or the code of the socket. */
const FAULTS: readonly (readonly [RegExp, (name: string) => string])[] = [
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT|CONNECTION|08001|08006)/,
    (name) => `${name}, does not answer. Start it, or set DATABASE_URL to where it is.`,
  ],
  [
    /^28/,
    (name) => `${name}, refuses the user or the password. Set them in DATABASE_URL, or let the user in by pg_hba.conf.`,
  ],
  [
    /^3D000/,
    (name) => `${name}, does not exist. Create it (CREATE DATABASE … OWNER …), or set DATABASE_URL to another one.`,
  ],
  [
    /^53300/,
    (name) =>
      `${name}, has no connection left. Slipway needs fourteen for each process: raise max_connections, or end what holds them.`,
  ],
  [/^(57P0[123]|53)/, (name) => `${name}, is starting, stopping or out of room. Try again, or look at its log.`],
  [
    /^(42501|3F000)/,
    (name) =>
      `${name}: the user may not create tables there. Make the user the owner of the database, or grant it CREATE and USAGE on the schema.`,
  ],
  [
    /^08P01/,
    (name) => `${name}, does not take the settings of a session, as a pooler of connections does not. ${DIRECTLY}`,
  ],
  [/^25006/, (name) => `${name}, is read-only. Set DATABASE_URL to the primary.`],
  [
    /^55P03|^57014/,
    (name) => `${name}: another process has been migrating it for a minute. Wait for it, or end it, and start again.`,
  ],
]

const DIRECTLY =
  'Set DATABASE_URL to PostgreSQL itself: each process of Slipway has fourteen connections, and shares them among all requests.'

/** The sentence for an error; others as they are. */
function asOperatorError(url: string, cause: unknown): unknown {
  const code = codeOf(cause)
  const fault = code === undefined ? undefined : FAULTS.find(([pattern]) => pattern.test(code))
  if (fault) return new OperatorError(fault[1](nameOf(url)), { cause })
  // `pg` has no code for this one.
  if (cause instanceof Error && /SSL/.test(cause.message))
    return new OperatorError(`${nameOf(url)}: ${cause.message}. Set sslmode in DATABASE_URL.`, { cause })
  return cause
}

interface Server {
  readonly version: number
  readonly isStandby: boolean
  readonly isReadOnly: boolean
  readonly backend: number
  readonly encoding: string
  readonly schema: string | null
  readonly tables: readonly string[]
}

const SERVER = `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS "isStandby",
  current_setting('transaction_read_only') = 'on' AS "isReadOnly", pg_backend_pid() AS backend,
  current_setting('server_encoding') AS encoding, current_schema() AS schema,
  ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1) AS tables`

async function assertUsable(client: pg.Client, name: string): Promise<void> {
  const server = (await client.query<Server>(SERVER)).rows[0]
  if (server)
    for (const [isFaulty, sentence] of CHECKS)
      if (isFaulty(server, client)) throw new OperatorError(`${name}${sentence}`)
}

/** What must not be, and the rest of the sentence. */
const CHECKS: readonly (readonly [(server: Server, client: pg.Client) => boolean, string])[] = [
  [({ version }) => version < OLDEST, ', is too old: Slipway needs PostgreSQL 15 or newer.'],
  [({ isStandby }) => isStandby, ', is a standby, which takes no writes. Set DATABASE_URL to the primary.'],
  [
    ({ isReadOnly }) => isReadOnly,
    ', is read-only for this user. Set DATABASE_URL to the primary, or default_transaction_read_only to off.',
  ],
  // A pooler tells its clients a process of its own making.
  [
    ({ backend }, client) => backend !== processOf(client),
    `, is behind a pooler of connections, which takes from a session what was prepared for it. ${DIRECTLY}`,
  ],
  [({ encoding }) => encoding !== 'UTF8', ', is not in UTF-8. Create one with ENCODING UTF8 and TEMPLATE template0.'],
  [
    ({ schema }) => schema === null,
    ': the user may not use any schema of its search_path. Grant it USAGE and CREATE on the schema public, or set another search_path.',
  ],
  [
    ({ tables }) => tables.length > 0 && !tables.includes('registry_state'),
    ', is that of another program: it has tables that are not Slipway’s. Nothing was changed in it: set DATABASE_URL to an empty one.',
  ],
]

/** The process of the server that answers, as the server said when the connection was made. */
const processOf = (client: pg.Client): unknown => Reflect.get(client, 'processID')
