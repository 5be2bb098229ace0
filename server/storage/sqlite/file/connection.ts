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

/** Opens a database file. Throws SqliteError where that is not possible. */
export function connect(file: string, options: BetterSqlite3.Options): Sqlite {
  const sql = new BetterSqlite3(file, options)
  const prepare = sql.prepare.bind(sql)
  sql.prepare = ((statement: string) => prepare(plannedOnce(statement))) as typeof sql.prepare
  return sql
}
