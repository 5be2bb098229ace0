// How a test looks into a database, or changes it as another program would, whichever engine it is on.
import { askedOnce } from '../storage/postgres/testing/asked-once.ts'
import type { Database } from '../storage/sqlite/file/database.ts'

/** What a `?` stands for. Times are dates: each engine keeps them in its own way. */
type Value = string | number | boolean | Date | null

type Row = Readonly<Record<string, unknown>>

/** The rows of a SELECT that both engines know, with `?` for values; of anything else, which it runs, none. Names need no quotes. */
export type Rows = <Of = Row>(sql: string, ...values: readonly Value[]) => Promise<readonly Of[]>

export interface Looking {
  readonly rows: Rows
  /** The first row. */
  readonly row: <Of = Row>(sql: string, ...values: readonly Value[]) => Promise<Of | undefined>
  /** The first column of the first row, and of all of them. */
  readonly value: <Of = unknown>(sql: string, ...values: readonly Value[]) => Promise<Of | undefined>
  readonly values: <Of = unknown>(sql: string, ...values: readonly Value[]) => Promise<readonly Of[]>
  /** The names of all tables that hold rows of ours. */
  readonly tables: () => Promise<readonly string[]>
  /** What each column of a table holds, in their order. */
  readonly columns: (table: string) => Promise<readonly ('text' | 'time' | 'number')[]>
}

/** What an engine knows of itself, in SQL: the names of its tables, and the type of each column of one. */
interface Catalogue {
  readonly tables: string
  readonly columns: string
}

const OF_SQLITE: Catalogue = {
  tables: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
  columns: 'SELECT type FROM pragma_table_info(?)',
}
const OF_POSTGRES: Catalogue = {
  tables: "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
  columns: 'SELECT data_type FROM information_schema.columns WHERE table_name = ? ORDER BY ordinal_position',
}

const GIVES_ROWS = /^\s*SELECT|\bRETURNING\b/

/** Over the connection that a file is open with. */
export const lookingAtFile = ({ sql }: Pick<Database, 'sql'>): Looking =>
  looking(OF_SQLITE, async <Of>(text: string, ...values: readonly Value[]) => {
    if (GIVES_ROWS.test(text)) return sql.prepare<unknown[], Of>(text).all(...values.map(inSqlite))
    if (values.length === 0) sql.exec(text)
    else sql.prepare(text).run(...values.map(inSqlite))
    return []
  })

const inSqlite = (value: Value) =>
  value instanceof Date ? value.getTime() : typeof value === 'boolean' ? Number(value) : value

/** Over a connection of its own for each call, which nothing need close. */
export const lookingAtPostgres = (url: string): Looking =>
  looking(OF_POSTGRES, async <Of>(text: string, ...values: readonly Value[]) =>
    askedOnce<Of>(url, inPostgres(text), values),
  )

/** The same statement with numbered parameters, and with quotes around names whose case counts; not within texts. */
function inPostgres(text: string): string {
  let parameters = 0
  return text.replace(/'[^']*'|"[^"]*"|\?|\b[a-z]+[A-Z]\w*/g, (part) => {
    if (part === '?') return `$${++parameters}`
    return /^['"]/.test(part) ? part : `"${part}"`
  })
}

const KINDS: readonly (readonly [RegExp, 'text' | 'time'])[] = [
  [/text|jsonb/i, 'text'],
  [/timestamp/i, 'time'],
]

function looking(catalogue: Catalogue, rows: Rows): Looking {
  const row: Looking['row'] = async (sql, ...values) => (await rows(sql, ...values))[0] as never
  const values: Looking['values'] = async (sql, ...given) =>
    (await rows<object>(sql, ...given)).map((one) => Object.values(one)[0] as never)
  const columns: Looking['columns'] = async (table) =>
    (await values<string>(catalogue.columns, table)).map(
      (type) => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'number',
    )
  const tables: Looking['tables'] = () => values(catalogue.tables)
  return {
    rows,
    row,
    values,
    columns,
    tables,
    value: async (sql, ...given) => (await values(sql, ...given))[0] as never,
  }
}
