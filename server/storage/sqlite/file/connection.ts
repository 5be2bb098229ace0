// Opens a connection to a database file, whose statements are planned once.
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'

export type { Sqlite }

/** Parameters of a statement (sqlite.org/lang_expr.html#varparam); what stands between quotes is none. */
const PARAMETER = /'[^']*'|"[^"]*"|\?|[@:$][A-Za-z_]\w*/g

/**
 * SQLite reads the values of parameters to plan by, and plans a statement anew whenever others are bound; the driver unbinds all of
 * them after each run, so that nearly every run would begin with a plan. It does not look behind a unary plus, which changes nothing
 * else (sqlite.org/lang_expr.html, sqlite.org/queryplanner-ng.html#howtofix).
 */
export const plannedOnce = (statement: string): string =>
  statement.replace(PARAMETER, (found) => (/^['"]/.test(found) ? found : `+${found}`))

/** Opens a database file. Throws SqliteError where that is not possible; a wrong statement throws when it is first run. */
export function connect(file: string, options: BetterSqlite3.Options): Sqlite {
  const sql = new BetterSqlite3(file, options)
  const prepare = sql.prepare.bind(sql)
  sql.prepare = ((text: string) => preparedLate(() => prepare(plannedOnce(text)))) as typeof sql.prepare
  return sql
}

type Statement = BetterSqlite3.Statement
type Used = 'source' | 'run' | 'get' | 'all' | 'iterate' | 'pluck' | 'raw'

/** A statement that is prepared when it is first run: the stores have hundreds, and a command or a thread runs few of them. */
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
