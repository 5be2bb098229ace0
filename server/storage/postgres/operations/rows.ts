// All rows of a PostgreSQL, in one transaction, for a move to the other engine or from it.
import pg from 'pg'
import { OperatorError } from '#lib/operator-error.ts'
import { NEWEST_LAST, type Rows, SOME_ROWS, type Table, type Value } from '../../rows.ts'
import { asUnavailable } from '../connection/errors.ts'
import type { Run } from '../connection/line.ts'
import { storable } from '../connection/nul.ts'
import { connectionSettings } from '../connection/settings.ts'

/** What the other engine has in another form. */
const READ: Readonly<Record<string, string>> = {
  audit_head: 'SELECT 1 AS id, position, seal FROM audit_head ORDER BY position DESC LIMIT 1',
  audit_index: 'SELECT 1 AS id, coalesce(max(position), 0) AS position FROM audit_link',
  search_horizon: 'SELECT 1 AS id, 0 AS seq',
  resource_state: `SELECT 1 AS id, coalesce(sum(version), 0)::bigint AS version, coalesce(sum(listed), 0)::bigint AS listed FROM resource_state`,
  resource_count:
    'SELECT type, origin, sum(count)::bigint AS count FROM resource_count GROUP BY type, origin ORDER BY type, origin',
  // What comes after it has not been compared with Subscriptions.
  subscription_dispatch: `SELECT 1 AS id, '' AS holder, 0 AS until, coalesce(
      (SELECT min(v.seq) - 1 FROM resource_version v LEFT JOIN subscription_state s ON s.id = v.id
        WHERE v.type = 'Subscription' AND v."versionId" > coalesce(s."versionId", 0)),
      (SELECT max(seq) FROM resource_version), 0) AS seq`,
}

/** Columns that are written by what they mean here: all versions are of the oldest transaction there is (opening/restored.ts). */
const MADE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit_head: { id: 'position' },
  resource_count: { slot: '0' },
  resource_version: { created: `'3'::xid8`, superseded: `CASE WHEN "supersededBy" IS NOT NULL THEN '3'::xid8 END` },
}

/** Here these begin anew. */
const LEFT_AS_MADE: ReadonlySet<string> = new Set(['audit_index', 'search_horizon'])

const TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE '\\_%'`
const HOLDS = `SELECT EXISTS (SELECT 1 FROM domain_record) OR EXISTS (SELECT 1 FROM client) OR EXISTS (SELECT 1 FROM wrapped_key)
  OR EXISTS (SELECT 1 FROM resource_version) AS holds`
const TYPES = `SELECT column_name AS name, udt_name AS type FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`
/** Numbers go on after the last one. */
const NUMBERED = `SELECT format('SELECT setval(%L, coalesce(max(%I), 0) + 1, false) FROM %I',
    pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) AS text
  FROM information_schema.columns WHERE table_schema = current_schema() AND column_default LIKE 'nextval%'`

type Work<T> = (rows: Rows, run: Run) => Promise<T>

/** Reads the rows of a domain as of one moment; nobody writes meanwhile. */
export const readPostgresRows = <T>(url: string, work: Work<T>): Promise<T> =>
  within(url, 'BEGIN ISOLATION LEVEL REPEATABLE READ', async (client, run) => {
    await client.query(`LOCK TABLE ${listed(await named(run, TABLES))} IN SHARE MODE`)
    return work(rowsOn(run), run)
  })

/**
 * Writes the rows of a domain into a database that has the tables of this version and no domain: all of them, or none when `work`
 * fails or the process ends. Throws OperatorError if there is a domain.
 */
export const writePostgresRows = <T>(url: string, work: Work<T>): Promise<T> =>
  within(url, 'BEGIN', async (client, run) => {
    const tables = await named(run, TABLES)
    await client.query(`LOCK TABLE ${listed(tables)} IN ACCESS EXCLUSIVE MODE`)
    if ((await run<{ readonly holds: boolean }>(HOLDS))[0]?.holds)
      throw new OperatorError(
        'There is a domain in the database of DATABASE_URL already. Create an empty one, and name that.',
      )
    const all = (sql: (table: string) => string) => client.query(tables.map(sql).join('; '))
    await all((table) => `ALTER TABLE "${table}" DISABLE TRIGGER USER`)
    for (const table of tables) if (!LEFT_AS_MADE.has(table)) await client.query(`DELETE FROM "${table}"`)
    const done = await work(rowsOn(run), run)
    for (const { text } of await run<{ readonly text: string }>(NUMBERED)) await client.query(text)
    await all((table) => `ALTER TABLE "${table}" ENABLE TRIGGER USER`)
    await client.query('ANALYZE')
    return done
  })

async function within<T>(url: string, begin: string, work: (client: pg.Client, run: Run) => Promise<T>): Promise<T> {
  // Plans for the values at hand, tables as a whole, and no end while the other engine is at work.
  const session = {
    synchronous_commit: 'on',
    plan_cache_mode: 'auto',
    enable_seqscan: 'on',
    idle_in_transaction_session_timeout: '0',
  }
  const client = new pg.Client(connectionSettings(url, session))
  client.on('error', () => undefined) // What waits for it is told.
  await client.connect()
  try {
    await client.query(begin)
    const done = await work(client, async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      return (await client.query<Row>(text, values.map(storable))).rows
    })
    await client.query('COMMIT')
    return done
  } catch (error) {
    throw asUnavailable(error)
  } finally {
    await client.end() // Without a commit, all of it is undone.
  }
}

function rowsOn(run: Run): Rows {
  const known = new Map<string, ReadonlyMap<string, string>>()
  const typesOf = async (table: string) => {
    const rows = await run<{ readonly name: string; readonly type: string }>(TYPES, [table])
    return new Map(rows.map(({ name, type }) => [name, type]))
  }
  return {
    read: (table) => someOf(run, table),
    add: async ({ name, columns }, rows) => {
      if (LEFT_AS_MADE.has(name)) return
      const [types, made] = [known.get(name) ?? (await typesOf(name)), MADE[name] ?? {}]
      known.set(name, types) // A catalogue takes longer than most of the rows.
      const given = columns.map((column) => `"${column}"`)
      const into = [...columns.filter((column) => !(column in made)), ...Object.keys(made)]
      const arrays = columns.map((column, n) => `$${n + 1}::${types.get(column)}[]`)
      await run(
        `INSERT INTO "${name}" (${listed(into)}) SELECT ${into.map((column) => made[column] ?? `"${column}"`).join(', ')}
          FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS given(${given.join(', ')}, ordinality) ORDER BY ordinality`,
        columns.map((column, n) => rows.map((row) => own(row[n] ?? null, types.get(column)))),
      )
    },
  }
}

async function* someOf(run: Run, { name, columns, key }: Table): ReturnType<Rows['read']> {
  const order = NEWEST_LAST.has(name) ? 'made' : listed(key)
  const all = READ[name] ?? `SELECT ${listed(columns)} FROM "${name}" ORDER BY ${order}`
  const cursor = `moved_${name}`
  await run(`DECLARE "${cursor}" NO SCROLL CURSOR FOR ${all}`)
  for (;;) {
    const rows = await run<Readonly<Record<string, Value | boolean>>>(`FETCH ${SOME_ROWS} FROM "${cursor}"`)
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => common(row[column])))
    if (rows.length < SOME_ROWS) break
  }
  await run(`CLOSE "${cursor}"`)
}

/** A value as it is common to both engines. */
const common = (value: Value | boolean | undefined): Value =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

/** A value as a column of a type takes it. */
function own(value: Value, type: string | undefined): unknown {
  if (value === null) return null
  if (type === 'bool') return value === 1
  return type === 'timestamptz' ? new Date(value) : value
}

const named = async (run: Run, text: string, values?: readonly unknown[]) =>
  (await run<{ readonly name: string }>(text, values)).map(({ name }) => name)

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
