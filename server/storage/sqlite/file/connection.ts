// Opens a connection to a database file. It plans each statement only once.
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'

export type { Sqlite }

/**
 * Parameters of a statement (sqlite.org/lang_expr.html#varparam). The pattern also matches quoted text, which contains
 * none.
 */
const PARAMETER = /'[^']*'|"[^"]*"|\?|[@:$][A-Za-z_]\w*/g

/**
 * Puts a unary plus before each parameter. SQLite uses parameter values for planning and plans a statement again when
 * they change; the driver unbinds all of them after each run, so nearly every run would be planned again. SQLite does
 * not look behind a unary plus, which has no other effect (sqlite.org/lang_expr.html,
 * sqlite.org/queryplanner-ng.html#howtofix).
 */
export const plannedOnce = (statement: string): string =>
  statement.replace(PARAMETER, (found) => (/^['"]/.test(found) ? found : `+${found}`))

/** Opens a database file. Throws SqliteError if that fails. An invalid statement throws at its first run. */
export function connect(file: string, options: BetterSqlite3.Options): Sqlite {
  const sql = new BetterSqlite3(file, options)
  const prepare = sql.prepare.bind(sql)
  sql.prepare = ((text: string) => preparedLate(() => prepare(plannedOnce(text)))) as typeof sql.prepare
  return sql
}

type Statement = BetterSqlite3.Statement
type Used = 'source' | 'run' | 'get' | 'all' | 'iterate' | 'pluck' | 'raw'

/**
 * A statement that is prepared at its first run. The stores have hundreds, of which a command or a thread runs only a
 * few.
 */
function preparedLate(prepare: () => Statement): Pick<Statement, Used> {
  let prepared: Statement | undefined
  const statement = () => {
    prepared ??= prepare()
    return prepared
  }
  return {
    get source() {
      return statement().source
    },
    run: (...values) => statement().run(...values),
    get: (...values) => statement().get(...values),
    all: (...values) => statement().all(...values),
    iterate: (...values) => statement().iterate(...values),
    pluck: () => preparedLate(() => statement().pluck()) as Statement,
    raw: () => preparedLate(() => statement().raw()) as Statement,
  }
}
