// Prisma on the connection that the engine has open: one statement a call, as a driver adapter of Prisma 7 makes it
// (prisma.io/docs/orm/core-concepts/supported-databases/database-drivers).
import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import BetterSqlite3, { type Database as Sqlite, type Statement } from 'better-sqlite3'
import { recentlyUsed } from '#lib/recently-used.ts'
import { againWhenFree } from '../sqlite/durability/busy-retry.ts'
import { asUnavailable } from '../sqlite/file/unavailable.ts'

/**
 * Prisma's driver for one connection, which stays the engine's: nothing here closes it. There are no transactions,
 * because one that is awaited would hold the connection while the statements of other requests run on it. A statement
 * that finds another connection writing runs again once that is done. Throws StorageUnavailable.
 */
export const sqliteAdapter = (sql: Sqlite): SqlDriverAdapterFactory => ({
  ...INFO,
  connect: async () => {
    const statement = statementsOf(sql)
    return {
      ...INFO,
      queryRaw: (query) => answered(sql, () => read(statement(query), query)),
      executeRaw: (query) => answered(sql, () => statement(query).run(values(query)).changes),
      executeScript: () => refused('a script'),
      getConnectionInfo: () => ({ supportsRelationJoins: false, maxBindValues: MOST_VALUES }),
      startTransaction: () => refused('a transaction'),
      dispose: async () => undefined,
    }
  },
})

/** SQLite's most parameters of a statement (sqlite.org/limits.html#max_variable_number). Beyond, Prisma would make several of it. */
const MOST_VALUES = 32_766

const INFO = { provider: 'sqlite', adapterName: 'slipway' } as const satisfies Partial<SqlDriverAdapter>

const refused = async (what: string): Promise<never> => {
  throw new Error(`Prisma began ${what} on the one connection: a call must be one statement.`)
}

async function answered<T>(sql: Sqlite, run: () => T): Promise<T> {
  try {
    return run()
  } catch (error) {
    return againWhenFree(sql, error, run).catch((cause) => {
      throw named(asUnavailable(cause))
    })
  }
}

/** Texts that Prisma makes again and again; lists of values make others, which come and go. */
const MOST_KEPT = 200

/** The statement of a call, kept for the next one with the same text. The connection's own `prepare` would plan it before its values are known. */
function statementsOf(sql: Sqlite) {
  const kept = recentlyUsed<Statement>(MOST_KEPT)
  return ({ sql: text }: SqlQuery): Statement => {
    const prepared = kept.get(text) ?? BetterSqlite3.prototype.prepare.call(sql, text)
    kept.set(text, prepared)
    return prepared
  }
}

function read(prepared: Statement, query: SqlQuery): SqlResultSet {
  if (!prepared.reader) {
    prepared.run(values(query))
    return { columnNames: [], columnTypes: [], rows: [] }
  }
  const columns = prepared.columns()
  const rows = prepared.raw().all(values(query)) as unknown[][]
  const columnTypes = columns.map(({ type }, index) => DECLARED[type ?? ''] ?? typeOf(rows, index))
  return {
    columnNames: columns.map(({ name }) => name),
    columnTypes,
    rows: rows.map((row) => row.map((value, index) => fromSqlite(value, columnTypes[index]))),
  }
}

/** The types that columns of prisma/migrations are declared with. */
const DECLARED: Readonly<Record<string, ColumnType>> = {
  TEXT: ColumnTypeEnum.Text,
  INTEGER: ColumnTypeEnum.Int32,
  BOOLEAN: ColumnTypeEnum.Boolean,
  DATETIME: ColumnTypeEnum.DateTime,
  JSONB: ColumnTypeEnum.Json,
}

/** The type of an expression, which none is declared for. */
const typeOf = (rows: readonly unknown[][], index: number): ColumnType =>
  rows.some((row) => typeof row[index] === 'string') ? ColumnTypeEnum.Text : ColumnTypeEnum.UnknownNumber

/** Times are epoch milliseconds in SQLite, and ISO 8601 for Prisma. */
const fromSqlite = (value: unknown, type: ColumnType | undefined): unknown =>
  type === ColumnTypeEnum.DateTime && typeof value === 'number' ? new Date(value).toISOString() : value

const values = ({ args, argTypes }: SqlQuery): readonly unknown[] =>
  args.map((value, index) => toSqlite(value, argTypes[index]))

function toSqlite(value: unknown, type: ArgType | undefined): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' && type?.scalarType === 'datetime' ? Date.parse(value) : value
}

/** A violated constraint as Prisma names it; other errors as they are. */
function named(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const original = { originalCode: code, originalMessage: String(error) }
  if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(code))
    return new DriverAdapterError({ kind: 'UniqueConstraintViolation', ...original })
  if (/^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/.test(code))
    return new DriverAdapterError({
      kind: 'ForeignKeyConstraintViolation',
      constraint: { foreignKey: {} },
      ...original,
    })
  return error
}
