// How PostgreSQL finds what searches, reads and histories ask for, on tables large enough to decide by: nothing scans one, and what is
// to be brief reads few rows, however many there are.
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { History, Search, SortOrder } from '#server/fhir/store.ts'
import { isMany, rounds } from '#server/testing/rounds.ts'
import type { Run } from '../connection/line.ts'
import { connectionSettings } from '../connection/settings.ts'
import { histories } from '../resources/histories.ts'
import { referrersIn } from '../resources/referrers.ts'
import { CURRENT, matchesOf, VERSION } from '../resources/versions.ts'
import { temporaryPostgres } from '../testing/temporary-postgres.ts'
import { lanes } from './lanes.ts'
import { searches } from './searches.ts'

/** Resources of each of two types: by night a million in all, which take some minutes and 3 GB. */
const EACH = rounds(8000, 500_000)
const NOW = 1_700_000_000_000
const LIMITS = { few: 100, lookedUp: 500 }
/** Rows, and pages, of a statement that does not wait for others: some conditions, each counted up to `lookedUp`, or some walks. */
const MOST_BRIEF = 2500
/** Of one that reads whole: the type once, each condition once, and the values to sort by once. */
const MOST_WIDE = 7 * EACH

/** Two types; of each, every fourth resource has a second version, and every twentieth of these is a deletion. */
const FILL = [
  'SET session_replication_role = replica', // No triggers: nobody asks for what they count.
  `CREATE TEMP TABLE made AS SELECT t.type, n, md5(t.type || n) AS id FROM unnest(ARRAY['Patient', 'Task']) t(type), generate_series(1, ${EACH}) n`,
  `INSERT INTO resource_version (type, id, "versionId", "lastUpdated", deleted, origin) SELECT type, id, 1, ${NOW} + n, false, 'd' || n % 5 FROM made ORDER BY id`,
  `INSERT INTO resource_version (type, id, "versionId", "lastUpdated", deleted, origin)
   SELECT type, id, 2, ${NOW + EACH} + n, n % 80 = 0, 'd' || n % 5 FROM made WHERE n % 4 = 0`,
  `UPDATE resource_version o SET "supersededBy" = n.seq, superseded = n.created FROM resource_version n
   WHERE n.type = o.type AND n.id = o.id AND n."versionId" = 2 AND o."versionId" = 1`,
  `INSERT INTO resource_body SELECT seq, '{"resourceType":"' || type || '","id":"' || id || '"}' FROM resource_version WHERE NOT deleted`,
  `INSERT INTO search_value (seq, type, param, system, value) SELECT v.seq, v.type, p.param, p.system, p.value FROM resource_version v JOIN made m USING (type, id),
   LATERAL (VALUES ('status', '', CASE WHEN m.n % 50 = 0 THEN 'draft' ELSE 'active' END), ('category', 'urn:c', 'c' || m.n % 3), ('code', 'urn:k', 'k' || m.n % 2000),
     ('patient', '', 'Patient/' || md5('Patient' || 1 + m.n % 5000)), ('date', '2020-01-01', '2020-01-' || lpad((1 + m.n % 28)::text, 2, '0'))) p(param, system, value)
   WHERE NOT v.deleted ORDER BY v.type, param, value, v.seq`, // As the index has them.
  `INSERT INTO resource_count (type, origin, slot, count) SELECT type, origin, 0, count(*) FROM resource_version
   WHERE "supersededBy" IS NULL AND NOT deleted GROUP BY type, origin`,
  'VACUUM ANALYZE',
]

const SORTS: readonly SortOrder[] = [
  ...(['-_lastUpdated', '_id'] as const),
  { by: [{ params: ['date', 'code'], descending: true }], ties: '_id' },
]
const of = (param: string, ...values: readonly string[]) => ({
  param,
  alternatives: values.map((value) => ({ value })),
})
const january = { param: 'date', from: '2020-01-02', to: '2020-01-20', endFrom: '2020', endTo: '2021' }
const dated = { param: 'date', alternatives: [], ranges: [january] }
const SEARCHES: readonly Search[] = SORTS.flatMap((sort) =>
  (
    [
      {},
      { conditions: [of('status', 'active')] },
      { conditions: [of('status', 'draft')] },
      { conditions: [of('status', 'active'), of('category', 'c1', 'c2'), dated] },
      { conditions: [of('status', 'active'), of('code', 'k17', 'k18')] },
      { conditions: [{ param: 'category', alternatives: [{ system: 'urn:c', value: 'c1' }] }] },
      { ids: ['a', 'b'], conditions: [of('status', 'active')] },
      { lastUpdated: [{ from: NOW + 100, to: NOW + 120 }] },
      { lastUpdated: [{ from: NOW + 100, to: NOW + EACH }], conditions: [of('status', 'active')] },
    ] satisfies readonly Partial<Search>[]
  ).flatMap((more) =>
    (['all', { origins: ['d1', 'd3', 'unknown'] }] as const).map(
      (visibility): Search => ({ type: 'Task', conditions: [], visibility, sort, ...more }),
    ),
  ),
)
const HISTORIES = ([undefined, 'a'] as const).flatMap((id) =>
  (['all', { origins: ['d1'] }] as const).flatMap((visibility) =>
    [{}, { since: NOW + 100 }, { at: { from: NOW + 100, to: NOW + 200 } }].map(
      (more): History => ({ kind: 'history', type: 'Task', visibility, ...(id ? { id } : {}), ...more }),
    ),
  ),
)

interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Total Time': number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Step[]
}

const stepsOf = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** A value as text in SQL, which takes its type from where it stands. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value))
  const items = value.map((item) => (item === null ? 'NULL' : `"${String(item).replace(/["\\]/g, '\\$&')}"`))
  return pg.escapeLiteral(`{${items.join(',')}}`)
}

/** What a session does for a statement. */
async function planner(url: string) {
  const client = new pg.Client(connectionSettings(url))
  await client.connect()
  onTestFinished(() => client.end())
  return async (text: string, values: readonly unknown[]): Promise<readonly Step[]> => {
    await client.query(`PREPARE asked AS ${text}`)
    const bound = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE asked${bound}`)
    await client.query('DEALLOCATE asked')
    return stepsOf(rows[0]['QUERY PLAN'][0].Plan)
  }
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly isWide: boolean
}

/** Every statement that searches, histories and reads make, with some of the values that they are made with. */
async function statementsOf(url: string, run: Run): Promise<readonly Statement[]> {
  const all = new Map<string, Statement>()
  const noting =
    (run: Run, isWide: boolean): Run =>
    (text, values = []) => {
      all.set(`${text} ${JSON.stringify(values)}`, { text, values, isWide })
      return run(text, values)
    }
  const real = lanes(url, 60_000)
  onTestFinished(real.close)
  const noted = {
    brief: noting(real.brief, false),
    wide: <T>(asking: Parameters<typeof real.wide>[0], work: (run: Run) => Promise<T>) =>
      real.wide(asking, (run) => work(noting(run, true))),
  }
  const brief = noting(run, false)
  for (const search of SEARCHES) {
    const asking = { client: 'c' }
    const [here, there] = [searches(noted, LIMITS), searches(noted, LIMITS)]
    for (const mostCounted of [0, 100]) await here.first({ search, limit: 10, mostCounted }, asking)
    const { moment, seqs } = await here.first({ search, limit: 10, mostCounted: 0 }, asking)
    const last = (await matchesOf(brief, seqs, search.visibility)).at(-1)
    for (const offset of [10, 900]) await there.from(search, moment, { offset, limit: 10 }, asking)
    if (last) there.ended(search, moment, 10, last)
    await there.from(search, moment, { offset: 10, limit: 10 }, asking)
  }
  const history = histories(noted)
  for (const asked of HISTORIES) {
    const { asOfSeq } = await history({ history: asked, offset: 0, limit: 10 }, { client: 'c' })
    await history({ history: asked, asOfSeq, offset: 10, limit: 10 }, { client: 'c' })
  }
  await brief(CURRENT, [['Task'], ['a']])
  await brief(VERSION, [['Task'], ['a'], [1]])
  for (const type of ['Patient', 'Device']) await referrersIn(brief, { type, id: 'd1' }, ['https://fhir.test'], 3)
  return [...all.values()]
}

/** What the steps of a plan took: rows that were read, also in vain, pages, and milliseconds. */
function costOf(steps: readonly Step[]) {
  const [{ 'Shared Hit Blocks': hit, 'Shared Read Blocks': read, 'Actual Total Time': ms } = NOTHING] = steps
  const rows = steps.map((step) =>
    step['Relation Name'] ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'] : 0,
  )
  return { rows: rows.reduce((sum, one) => sum + one, 0), pages: hit + read, ms }
}
const NOTHING = { 'Shared Hit Blocks': 0, 'Shared Read Blocks': 0, 'Actual Total Time': 0 }

const isScan = (step: Step) =>
  step['Node Type'] === 'Seq Scan' && /^(resource_(version|body)|search_)/.test(step['Relation Name'] ?? '')

it('FIX-03 SRC-15 nothing scans a table, and what waits for nobody reads few rows', async () => {
  const postgres = await temporaryPostgres()
  const client = new pg.Client(postgres.url)
  await client.connect()
  for (const statement of FILL) await client.query(statement)
  await client.end()
  const plan = await planner(postgres.url)
  const statements = await statementsOf(postgres.url, postgres.run)
  expect(statements.filter(({ isWide }) => isWide).length).toBeGreaterThan(10)
  expect(statements.filter(({ isWide }) => !isWide).length).toBeGreaterThan(50)
  const wrong: unknown[] = []
  const costs: (ReturnType<typeof costOf> & Pick<Statement, 'isWide'>)[] = []
  for (const { text, values, isWide } of statements) {
    const steps = await plan(text, values)
    const { rows, pages, ms } = costOf(steps)
    costs.push({ rows, pages, ms, isWide })
    const isDear = isWide ? rows >= MOST_WIDE : Math.max(rows, pages) >= MOST_BRIEF
    if (isDear || steps.some(isScan)) wrong.push({ rows, pages, isWide, text, values, steps })
  }
  if (isMany)
    process.stdout.write(
      `${2 * EACH} resources: ${JSON.stringify([false, true].map((isWide) => mostOf(costs.filter((one) => one.isWide === isWide))))}\n`,
    )
  expect(wrong).toEqual([])
})

const mostOf = (costs: readonly ReturnType<typeof costOf>[]) => ({
  statements: costs.length,
  ...Object.fromEntries(
    (['rows', 'pages', 'ms'] as const).map((key) => [key, Math.round(Math.max(...costs.map((one) => one[key])))]),
  ),
})
