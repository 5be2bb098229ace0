// Distinguishes a PostgreSQL that cannot answer for now from an invalid statement, by SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html).
import pg from 'pg'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { tellUnavailable } from '#lib/telemetry.ts'

/**
 * Connections, room, locks and time-outs, shut-downs, conflicts of transactions; a standby, which refuses writes (25006), tables that are
 * not logged (0A000) and numbers of transactions (55000); who connects, and a database that is gone.
 */
const FOR_NOW = /^(08|53|58|57P0|57014|55P03|40001|40P01|25006|0A000|55000|25P0[34]|28|3D000|E[A-Z_]+$|CONNECTION$)/
/** What Node's sockets and `pg` say of a connection, which has no SQLSTATE. */
const OF_THE_CONNECTION =
  /^(Connection terminated|Client (was closed|has encountered)|timeout (expired|exceeded)|Query read timeout|Cannot use a pool)/

/**
 * The transaction lost against another one and has changed nothing: it may run anew. Also of what this was told as, and of what
 * Prisma's adapter makes of it.
 */
export const isConflict = (error: unknown): boolean =>
  hasLost(error) || (error instanceof Error && hasLost(error.cause))

const hasLost = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  ['code', 'originalCode'].some((name) => /^(40001|40P01)$/.test(String(Reflect.get(error, name))))

/** A migration has given the rows of a statement other columns than when it was prepared. It has changed nothing. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'

/** StorageUnavailable for what may pass; any other error as it is. */
export function asUnavailable(cause: unknown): unknown {
  const code = codeOf(cause)
  if (cause instanceof StorageUnavailable || code === undefined || !FOR_NOW.test(code)) return cause
  tellUnavailable(code)
  // For the log and for users of commands. PostgreSQL's message names neither a password nor a row.
  return new StorageUnavailable(`The database cannot be used at this moment: ${messageOf(cause)} (${code}).`, {
    cause,
    isFull: code === '53100',
  })
}

/** The connection is lost, or has gone quiet: no statement on it will be answered. */
export const isOfTheConnection = (error: unknown): error is Error =>
  error instanceof Error && OF_THE_CONNECTION.test(error.message)

/** The SQLSTATE of an error, the code of a socket, or `CONNECTION`; undefined for an error of another kind. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof AggregateError && !('code' in error)) return codeOf(error.errors[0]) // One for each address of a name.
  if ('code' in error && typeof error.code === 'string') return error.code
  return isOfTheConnection(error) ? 'CONNECTION' : undefined
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'no connection'
