// All measurements on a domain of one size.
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { benchDomain } from './domain.ts'
import { coldStart, type Fact, memory, wholeWalk } from './facts.ts'
import { canTell } from './machine.ts'
import { type Options, wantedBy } from './options.ts'
import { noBrowser, pageFacts, pageNames } from './pages/pages.ts'
import { freePort, type Process, serverEnv, startLeast, startSignatures, startSlipway } from './processes.ts'
import { type Failure, lineOf, type MeasuredFact, type MeasuredRow, measured } from './report.ts'
import { compare } from './rounds.ts'
import type { Bench, Row } from './row.ts'
import { otherCheckoutNames, otherCheckoutRows } from './rows/other-checkout.ts'
import { readRows } from './rows/reads.ts'
import { bearers } from './rows/requests.ts'
import { tokenRows } from './rows/tokens.ts'
import { writeNames, writeRows } from './rows/writes.ts'
import { worstLists } from './worst-lists.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

export async function measureSize(run: Run, options: Options): Promise<void> {
  const { size } = run
  say(`${size.toLocaleString('en')} Patients: making the domain …`)
  const bench = await benchOf(size, options)
  await run.fact('memory, idle', async () => [memory('memory, idle', bench.slipway, 150)])
  const least = await leastOf(bench)
  await run.attempt('beside', () => measureBeside(run, bench, options))
  await run.attempt('reads', () => measureReads(run, bench, least))
  await run.fact('memory, after load', async () => [memory('memory, after load', bench.slipway, 350)])
  await run.fact('walk', async () => [await wholeWalk(bench.domain, bench.slipway, bearers(bench))])
  if (size === options.size[0]) await measureOnce(run, { bench, least }, options.rounds)
  await least.stop()
  await run.fact('worst lists', async () => [await worstLists(bench)])
  await bench.slipway.stop()
  await run.fact('start', async () => [await coldStart(bench.domain.env)])
  await bench.domain.close()
}

interface Measured {
  readonly bench: Bench
  readonly least: Process
}

/** Measurements that do not depend on the number of Patients, or take too long to repeat for each size. */
async function measureOnce(run: Run, { bench, least }: Measured, visits: number): Promise<void> {
  await run.attempt('tokens', async () => {
    const signatures = await startSignatures()
    await run.measure(await tokenRows(bench, least, signatures))
    await signatures.stop()
  })
  await run.attempt('writes', () => measureWrites(run, { bench, least }))
  await run.attempt('pages', () => measurePages(run, bench, visits))
}

async function measureReads(run: Run, bench: Bench, least: Process): Promise<void> {
  const { rows, stop } = await readRows(bench, least)
  await run.measure(rows)
  await stop()
}

async function measureWrites(run: Run, { bench, least }: Measured): Promise<void> {
  if (!writeNames.some(run.wanted)) return
  const { rows, stop } = await writeRows(bench, least)
  await run.measure(rows)
  await stop()
}

/** Another checkout on a copy of the same data, which it may migrate to its own schema. */
async function measureBeside(run: Run, bench: Bench, { beside: checkout }: Options): Promise<void> {
  if (checkout === undefined || !otherCheckoutNames.some(run.wanted)) return
  const { domain, directory, env } = bench.domain
  const copy = `${directory}-beside`
  domain.database.sql.pragma('wal_checkpoint(TRUNCATE)')
  cpSync(directory, copy, { recursive: true })
  const port = await freePort()
  const other = await startSlipway({ ...env, DATA_DIR: copy, PORT: String(port) }, { checkout })
  await run.measure(
    await otherCheckoutRows(bench, { domain: bench.domain, slipway: other, origin: `http://localhost:${port}` }),
  )
  await other.stop()
  rmSync(copy, { recursive: true, force: true })
}

async function measurePages(run: Run, { domain: { publicUrl } }: Bench, visits: number): Promise<void> {
  if (!pageNames(publicUrl).some(run.wanted)) return
  const missing = noBrowser()
  if (missing) run.notMeasured.push(missing)
  else run.add(await pageFacts(publicUrl, { visits, wanted: run.wanted, say }))
}

async function benchOf(size: number, { profile }: Options): Promise<Bench> {
  const port = await freePort()
  const domain = await benchDomain(size, (directory) => serverEnv(directory, port))
  return { domain, slipway: await startSlipway(domain.env, { profile }) }
}

async function leastOf({ domain: { domain, key } }: Bench): Promise<Process> {
  const { databaseFile, dataDir } = domain.config
  const portal = domain.keys.ring('portal')
  const [{ kid }, { keys }] = await Promise.all([portal.active(), portal.publicJwks()])
  return startLeast({
    databaseFile,
    ownFile: path.join(dataDir, 'least.db'),
    port: await freePort(),
    clientKey: key.publicJwk,
    platformKey: keys.find((one) => one.kid === kid) ?? {},
  })
}

/** The measurements so far on a domain of one size. */
export interface Run {
  readonly size: number
  readonly rows: readonly MeasuredRow[]
  readonly facts: readonly MeasuredFact[]
  readonly failures: readonly Failure[]
  readonly notMeasured: string[]
  readonly wanted: (name: string) => boolean
  /** Does a part of the run: what fails is a line of the report, and the others go on. */
  readonly attempt: (name: string, work: () => Promise<void>) => Promise<void>
  /** Runs the selected measurements. */
  readonly measure: (rows: readonly Row[]) => Promise<void>
  readonly add: (facts: readonly Fact[]) => void
  /** Facts that a single name selects together. */
  readonly fact: (name: string, make: () => Promise<readonly Fact[]>) => Promise<void>
}

/** `told` is called with each result as it comes. */
export function newRun(size: number, options: Options, told: (result: string) => void): Run {
  const wanted = wantedBy(options)
  const rows: MeasuredRow[] = []
  const facts: MeasuredFact[] = []
  const failures: Failure[] = []
  const keep = <Result extends MeasuredRow | MeasuredFact | Failure>(list: Result[], result: Result) => {
    list.push(result)
    told(lineOf(result))
  }
  const add = (more: readonly Fact[]) => {
    for (const fact of more) keep(facts, { size, ...fact })
  }
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      keep(failures, { size, name, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return {
    size,
    rows,
    facts,
    failures,
    add,
    attempt,
    notMeasured: canTell ? [] : ['CPU time and memory: only Linux tells them.'],
    wanted,
    measure: async (all) => {
      for (const row of all.filter(({ name }) => wanted(name))) {
        say(`  ${row.name} …`)
        await attempt(row.name, async () =>
          keep(rows, measured(row, size, await compare(row.ours, row.baseline, options))),
        )
      }
    },
    fact: async (name, make) => {
      if (!wanted(name)) return
      say(`  ${name} …`)
      await attempt(name, async () => add(await make()))
    },
  }
}
