// `npm run bench`: Slipway beside raw baselines in one run. See bench/README.md for what the rows mean.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import { VERSION } from '#server/version.ts'
import { type BenchDomain, benchDomain } from './domain.ts'
import { coldStart, type Fact, importing, memory, wholeWalk } from './facts.ts'
import { LOAD_CORE, machine, pin } from './machine.ts'
import { freePort, serverEnv, startSignatures, startSlipway, stopAll } from './processes.ts'
import { beside, type MeasuredRow, markdown, measured, type Report } from './report.ts'
import { compare, type Plan } from './rounds.ts'
import type { Bench, Row } from './row.ts'
import { growthRows } from './rows/growth.ts'
import { accessToken, readRows } from './rows/reads.ts'
import { tokenRows } from './rows/tokens.ts'

const REAL_SIZE = 1100
const MIDDLE_SIZE = 100_000
const LARGE_SIZE = 1_000_000
/** CPU cores that two servers and the load need. */
const CORES_FOR_TWO = 3

interface Options extends Plan {
  readonly size: readonly number[]
  readonly large?: true
  readonly only?: string
  readonly json?: string
  readonly compare?: string
  readonly profile?: string
}

const positive = (text: string): number => {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('a number above 0')
  return Number(text)
}

const options = new Command('bench')
  .description('Measures Slipway beside raw baselines and prints ratios.')
  .option('--rounds <n>', 'rounds of each row', positive, 7)
  .option('--seconds <s>', 'seconds of each turn', positive, 1)
  .option('--warm-up <s>', 'seconds of each contender before anything counts', positive, 3)
  .option('--size <n,...>', 'numbers of Patients', (text) => text.split(',').map(positive), [REAL_SIZE, MIDDLE_SIZE])
  .option('--large', 'adds a million Patients, and a million stored codes')
  .option('--only <text>', 'only rows whose name has this in it')
  .option('--json <file>', 'writes the results')
  .option('--compare <file>', 'sets the results beside earlier ones')
  .option('--profile <folder>', 'writes CPU profiles of the servers (.cpuprofile), which costs them some speed')
  .parse()
  .opts<Options>()

const say = (text: string) => process.stderr.write(`${text}\n`)
const wanted = ({ name }: Pick<Row, 'name'>) => options.only === undefined || name.includes(options.only)

async function measure(rows: readonly Row[], size: number): Promise<readonly MeasuredRow[]> {
  const results: MeasuredRow[] = []
  for (const row of rows.filter(wanted)) {
    say(`  ${row.name} …`)
    results.push(measured(row, size, await compare(row.ours, row.baseline, options)))
  }
  return results
}

async function benchOf(size: number): Promise<Bench> {
  const port = await freePort()
  const domain: BenchDomain = await benchDomain(size, (directory) => serverEnv(directory, port))
  return { domain, slipway: await startSlipway(domain.env, options.profile) }
}

async function end({ domain, slipway }: Bench): Promise<void> {
  await slipway.stop()
  await domain.close()
}

/** Everything that is measured on a domain of one size. */
async function measureSize(size: number) {
  say(`${size.toLocaleString('en')} Patients: making the domain …`)
  const bench = await benchOf(size)
  const signatures = await startSignatures()
  const idle = memory('memory, idle', bench.slipway, 180)
  const rows = [...(await measure(await readRows(bench), size))]
  const facts: Fact[] = [idle, memory('memory, after load', bench.slipway, 350)]
  if (wanted({ name: 'walk' })) facts.push(await wholeWalk(bench.domain, bench.slipway, await accessToken(bench)))
  if (size === options.size[0]) {
    rows.push(...(await measure(await tokenRows(bench, signatures), size)))
    rows.push(...(await measureGrowth(size)))
  }
  await signatures.stop()
  await bench.slipway.stop()
  if (wanted({ name: 'start' })) facts.push(await coldStart(bench.domain.directory))
  if (wanted({ name: 'import' }) && size > REAL_SIZE && size < LARGE_SIZE) facts.push(...(await importing(size)))
  await bench.domain.close()
  return { rows, facts: facts.map((fact) => ({ size, ...fact })) }
}

/** Both servers are new: one that has run before would have the advantage of being compiled. */
async function measureGrowth(size: number): Promise<readonly MeasuredRow[]> {
  if (!wanted({ name: 'client_credentials after stored' }) && !wanted({ name: 'launch after stored' })) return []
  const empty = await benchOf(size)
  const full = await benchOf(size)
  try {
    return await measure(await growthRows(empty, full, options.large ? LARGE_SIZE : MIDDLE_SIZE), size)
  } finally {
    await end(full)
    await end(empty)
  }
}

async function main(): Promise<void> {
  pin(process.pid, LOAD_CORE)
  const sizes = options.large ? [...options.size, LARGE_SIZE] : options.size
  const results = []
  for (const size of sizes) results.push(await measureSize(size))
  const report: Report = {
    at: new Date().toISOString(),
    version: VERSION,
    machine: machine(),
    rounds: options.rounds,
    seconds: options.seconds,
    rows: results.flatMap(({ rows }) => rows),
    facts: results.flatMap(({ facts }) => facts),
    notMeasured:
      cpus().length < CORES_FOR_TWO ? ['two processes on one database: that takes a third core for the load.'] : [],
  }
  process.stdout.write(markdown(report))
  if (options.compare) process.stdout.write(`\n${beside(report, JSON.parse(readFileSync(options.compare, 'utf8')))}`)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`)
}

try {
  await main()
} finally {
  stopAll()
}
