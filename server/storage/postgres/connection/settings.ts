// How the connections of a process are set up, whatever the database and the role have as their own.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { restored } from './nul.ts'

/** The longest wait for a connection, and for the answer of a single statement, in milliseconds: then the caller is told 503. */
export const PATIENCE_MS = 5000

/** The longest wait for a statement of a transaction, which may write thousands of rows: then its connection is given up. */
export const TRANSACTION_PATIENCE_MS = 3 * PATIENCE_MS

/** What a session is begun with (postgresql.org/docs/current/runtime-config-client.html). */
const SESSION = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  // A commit outlives the process at once, and a failure of the database after `durable`.
  synchronous_commit: 'off',
  // Statements ask for arrays, which the planner would plan anew each time.
  plan_cache_mode: 'force_generic_plan',
  // A plan that was made while a table was empty stays: nothing is to read one whole, and what is sorted has room. What the planner
  // guesses for all values is right for few (docs/explanation/postgres-search.md).
  enable_seqscan: 'off',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  work_mem: '64MB',
  idle_in_transaction_session_timeout: '60s',
  // A row or a name that another process holds: the caller is told 503, and the connection is free again.
  lock_timeout: `${PATIENCE_MS}ms`,
}

/** How the name of a process begins, as `pg_stat_activity` shows it. */
export const NAMED = 'slipway-'

/** The URL with the name of a process of its own. */
export function named(url: string): string {
  const target = new URL(url)
  target.searchParams.set('application_name', `${NAMED}${randomUUID()}`)
  return target.href
}

/** The settings of a connection to `url`, with some of its session changed. */
export function connectionSettings(url: string, session: Readonly<Record<string, string>> = {}): pg.ClientConfig {
  const target = new URL(url)
  const ours = Object.entries({ ...SESSION, ...session }).map(([name, value]) => `-c ${name}=${value}`)
  target.searchParams.set('options', [target.searchParams.get('options'), ...ours].filter(Boolean).join(' '))
  return {
    connectionString: target.href,
    application_name: 'slipway',
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
    types: { getTypeParser },
  }
}

/** Those of one that answers single statements: what has not answered in time is given up with its connection. */
export const hotSettings = (url: string, session?: Parameters<typeof connectionSettings>[1]): pg.ClientConfig => ({
  ...connectionSettings(url, session),
  query_timeout: PATIENCE_MS,
  pipeline: true,
})

const { INT8, TEXT, TIMESTAMPTZ } = pg.types.builtins

/** Numbers for 64 bits, of which none here has more than 53; epoch milliseconds for times. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  if (format === 'binary') return pg.types.getTypeParser(oid, format)
  if (oid === TEXT) return restored
  if (oid === INT8) return Number
  return oid === TIMESTAMPTZ ? milliseconds : pg.types.getTypeParser(oid, format)
}

/** `2026-11-27 06:00:00.123+00`: the session is in UTC. */
const milliseconds = (text: string): number => Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
