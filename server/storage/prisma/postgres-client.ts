// Prisma's client on PostgreSQL, over a few connections of its own. Its records are those of SQLite's client, so are its types.
import { PrismaPg } from '@prisma/adapter-pg'
import {
  type DriverAdapterError,
  isDriverAdapterError,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import type { PrismaClient } from '#prisma/generated/client.ts'
import { PrismaClient as PostgresClient } from '#prisma/postgres/generated/client.ts'
import { anew } from '../postgres/connection/anew.ts'
import { asUnavailable } from '../postgres/connection/errors.ts'
import { restored, storable } from '../postgres/connection/nul.ts'
import { connectionSettings, PATIENCE_MS } from '../postgres/connection/settings.ts'

/** The client, with at most `max` connections, and what closes them. Its calls throw StorageUnavailable. */
export function postgresClient(url: string, max: number) {
  // Who changes a record is told at once, and awaits no barrier: a key that was revoked is on the disk by then.
  const pool = new pg.Pool({
    ...connectionSettings(url, { synchronous_commit: 'on' }),
    query_timeout: PATIENCE_MS,
    max,
  })
  pool.on('error', () => undefined) // An idle connection that was lost is replaced.
  const client = new PostgresClient({
    adapter: guarded(new PrismaPg(pool)),
    errorFormat: 'minimal',
    transactionOptions: { maxWait: PATIENCE_MS, timeout: 2 * PATIENCE_MS }, // Of those that take a lock first.
  })
  return {
    // The schemas differ in what the database keeps (scripts/generate.mjs): a 64-bit number comes as bigint.
    client: client as unknown as PrismaClient,
    close: async () => {
      await client.$disconnect()
      if (!pool.ending) await pool.end() // As the others, it may be closed twice.
    },
  }
}

/** The same adapter: what PostgreSQL cannot answer for now is StorageUnavailable, and texts may have a NUL. */
function guarded(factory: PrismaPg): SqlDriverAdapterFactory {
  const connect = async () => throwing(await factory.connect(), anew)
  return { provider: factory.provider, adapterName: factory.adapterName, connect }
}

/** A statement outside of a transaction is one by itself, and `again` runs it anew where it loses; in one, its caller does all of it. */
const throwing = <T extends object>(
  queryable: T,
  again: <A>(ask: () => Promise<A>) => Promise<A> = (ask) => ask(),
): T =>
  new Proxy(queryable, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      const read = (READ[String(name)] ?? same) as (answer: unknown) => unknown
      return (...args: readonly unknown[]) => {
        if (isOfRows(name)) return again(() => member.call(target, written(args[0] as SqlQuery))).then(read, rethrow)
        const answer: unknown = member.apply(target, args)
        return answer instanceof Promise ? answer.then(read, rethrow) : answer
      }
    },
  })

const isOfRows = (name: string | symbol): boolean => name === 'queryRaw' || name === 'executeRaw'

const written = (query: SqlQuery): SqlQuery => ({ ...query, args: query.args.map(storable) })

const same = <T>(value: T): T => value

/** What is made of the answers of some methods. */
const READ: Readonly<Record<string, (answer: never) => unknown>> = {
  startTransaction: (transaction: object) => throwing(transaction),
  queryRaw: ({ rows, ...result }: SqlResultSet) => ({
    ...result,
    rows: rows.map((row) => row.map((value) => (typeof value === 'string' ? restored(value) : value))),
  }),
}

function rethrow(error: unknown): never {
  throw isDriverAdapterError(error) ? (unavailableOf(error) ?? error) : asUnavailable(error)
}

/** What the adapter has named itself keeps PostgreSQL's code, or has one for the socket. */
function unavailableOf({ cause }: DriverAdapterError): unknown {
  const code = cause.originalCode ?? SOCKETS[cause.kind]
  const found = asUnavailable(Object.assign(new Error(cause.originalMessage ?? cause.kind), { code }))
  return found instanceof Error && found.name === 'StorageUnavailable' ? found : undefined
}

const SOCKETS: Readonly<Record<string, string>> = {
  DatabaseNotReachable: 'ECONNREFUSED',
  ConnectionClosed: 'ECONNRESET',
  SocketTimeout: 'ETIMEDOUT',
}
