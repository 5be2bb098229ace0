// All measurements of a domain on PostgreSQL: one that keeps its promises (fsync), on all cores but the server's, beside the load.
import path from 'node:path'
import { openPostgres } from '#server/storage/postgres/opening/opening.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'
import { type BenchDomain, benchDomain, type Rows } from '../domain.ts'
import type { Contender } from '../load.ts'
import type { Options } from '../options.ts'
import { serverEnv, startBaselines, startSlipway } from '../processes.ts'
import { type Bench, benchOf } from '../requests.ts'
import type { Row } from '../rounds.ts'
import { baselineSettings, lists, rawLists, rawReads, reads } from '../rows/reads.ts'
import { beside, row } from '../rows/rows.ts'
import { tokens } from '../rows/tokens.ts'
import { type Run, say } from '../run.ts'

/** Measures a domain of one size; PostgreSQL and its data go with it. */
export async function measureOnPostgres(run: Run, options: Options): Promise<void> {
  say(`${run.size.toLocaleString('en')} Patients on PostgreSQL: making the domain …`)
  const postgres = await startPostgres({ settings: {} })
  try {
    await measured(run, options, postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function measured(run: Run, options: Options, url: string): Promise<void> {
  const { run: asks, close } = await openPostgres(url)
  const rows: Rows = async <Row>(sql: string) => (await asks(sql)) as readonly Row[]
  const port = await freePort()
  const SLIPWAY_KEY = Buffer.alloc(32, 1).toString('base64url')
  const envOf = (directory: string) => ({ ...serverEnv(directory, port), DATABASE_URL: url, SLIPWAY_KEY })
  const domain = await benchDomain(run.size, envOf, rows)
  await asks('VACUUM ANALYZE')
  await close()
  const bench = benchOf(domain, await startSlipway(domain.env, options))
  const base: Bench = {
    domain,
    server: await startBaselines({ ...(await baselineSettings(bench)), url }),
    bearer: async () => '',
  }
  const second = await startSecond(domain)
  await run.measure(rowsOf(bench, base, second))
  for (const { server } of [second, base, bench]) await server.stop()
  await domain.close()
}

/** Another process of the same domain. */
async function startSecond(domain: BenchDomain): Promise<Bench> {
  const port = await freePort()
  const env = { ...domain.env, PORT: String(port), DATA_DIR: path.join(domain.directory, 'second') }
  return benchOf(domain, await startSlipway(env), `http://localhost:${port}`)
}

/** Of two processes beside one, by processor time: half the requests each, and no more time for each of them. */
const SHARED = 0.9

function rowsOf(bench: Bench, base: Bench, second: Bench): readonly Row[] {
  const raw = beside('raw read', rawReads(base))
  const alone = (of: (one: Bench) => Contender) => beside('one process', of(bench))
  return [
    row('control: raw read with itself', raw.baseline, raw),
    row(`read, random over ${bench.domain.patients.length}`, reads(bench), raw, { goal: 0.7 }),
    row('list of 40', lists(bench), beside('raw list', rawLists(base, bench)), { goal: 0.7 }),
    row('client_credentials', tokens(bench), beside('the least', tokens(base)), { goal: 0.7 }),
    row('read at two processes', both(reads(bench), reads(second)), alone(reads), { goal: SHARED }),
    row('client_credentials at two', both(tokens(bench), tokens(second)), alone(tokens), { goal: SHARED }),
  ]
}

/** Two at once: rates are added, and the processor time of an answer is that of the average answer. */
const both =
  (one: Contender, other: Contender): Contender =>
  async (seconds) => {
    const [a, b] = await Promise.all([one(seconds), other(seconds)])
    const perSecond = a.perSecond + b.perSecond
    return {
      perSecond,
      cpuPerThousand: (a.cpuPerThousand * a.perSecond + b.cpuPerThousand * b.perSecond) / perSecond,
      serverBusy: a.serverBusy + b.serverBusy,
      loadBusy: Math.max(a.loadBusy, b.loadBusy),
      p50: Math.max(a.p50, b.p50),
      p99: Math.max(a.p99, b.p99),
    }
  }
