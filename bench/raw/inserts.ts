// Inserts the resources of one database into another with the same tables and indexes: the cost of an import without
// reading, validating and preparing. `node inserts.mjs FROM INTO`; started by bench/import.ts.
import BetterSqlite3 from 'better-sqlite3'

export interface InsertCost {
  /** CPU seconds. */
  readonly cpu: number
  /** The number of inserted resources, which is all of them. */
  readonly resources: number
}

const GROUP = 5000
const TABLES = ['resource_version', 'resource_body', 'search_value']
const PRAGMAS = ['journal_mode = WAL', 'synchronous = NORMAL', 'cache_size = -262144', 'wal_autocheckpoint = 16384']

const [from = '', into = ''] = process.argv.slice(2)
const [source, target] = [new BetterSqlite3(from, { readonly: true }), new BetterSqlite3(into)]
for (const pragma of PRAGMAS) target.pragma(pragma)
const tables = TABLES.map((name) => {
  const columns = (source.pragma(`table_info(${name})`) as { readonly name: string }[]).map((column) => column.name)
  return {
    rows: source.prepare<[number, number], unknown[]>(`SELECT * FROM ${name} WHERE seq > ? AND seq <= ?`).raw(),
    insert: target.prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`),
  }
})
const last = source.prepare<[], number>('SELECT max(seq) FROM resource_version').pluck().get() ?? 0
target.exec('DELETE FROM search_value; DELETE FROM resource_body; DELETE FROM resource_version')

let cpu = 0
for (let seq = 0; seq < last; seq += GROUP) {
  const groups = tables.map(({ rows, insert }) => ({ rows: rows.all(seq, seq + GROUP), insert }))
  const before = process.cpuUsage()
  target.transaction(() => {
    for (const { rows, insert } of groups) for (const row of rows) insert.run(...row)
  })()
  const { user, system } = process.cpuUsage(before)
  cpu += (user + system) / 1e6
}
source.close()
target.close()
process.stdout.write(JSON.stringify({ cpu, resources: last } satisfies InsertCost))
