// All measurements on a domain of one size.
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../scripts/free-port.mjs'
import { benchDomain } from './domain.ts'
import { coldStart, idleMemory, memory, worstLists } from './facts.ts'
import type { Options } from './options.ts'
import { type Process, serverEnv, startBaselines, startSlipway } from './processes.ts'
import { type Bench, benchOf } from './requests.ts'
import { baselineSettings } from './rows/reads.ts'
import { cookiesOf, otherCheckoutRows, otherRows, readRows } from './rows/rows.ts'
import { type Run, say } from './run.ts'

export async function measureSize(run: Run, options: Options): Promise<void> {
  const { size } = run
  say(`${size.toLocaleString('en')} Patients: making the domain …`)
  const port = await freePort()
  const domain = await benchDomain(size, (directory) => serverEnv(directory, port))
  const bench = benchOf(domain, await startSlipway(domain.env, options))
  const base: Bench = { domain, server: await baselinesOf(bench), bearer: async () => '' }
  await run.attempt('beside', () => measureBeside(run, bench, options))
  await run.measure(readRows(bench, base))
  await run.fact('memory, after load', async () => memory('memory, after load', bench.server, 350))
  // What does not depend on the number of Patients, or takes too long to repeat for each size.
  if (size === options.size[0]) await run.measure(otherRows(bench, base))
  await base.server.stop()
  await run.fact('worst lists', () => worstLists(bench))
  await bench.server.stop()
  await run.fact('memory, idle', () => idleMemory(domain))
  await run.fact('start', () => coldStart(domain.env))
  await domain.close()
}

/** Another checkout on a copy of the same data, which it may migrate to its own schema. */
async function measureBeside(run: Run, bench: Bench, { beside: checkout }: Options): Promise<void> {
  if (checkout === undefined) return
  const { domain, directory, env } = bench.domain
  const copy = `${directory}-beside`
  const cookies = await cookiesOf(bench)
  domain.database?.sql.pragma('wal_checkpoint(TRUNCATE)')
  cpSync(directory, copy, { recursive: true })
  const port = await freePort()
  const other = await startSlipway({ ...env, DATA_DIR: copy, PORT: String(port) }, { checkout })
  await run.measure(otherCheckoutRows(bench, benchOf(bench.domain, other, `http://localhost:${port}`), cookies))
  await other.stop()
  rmSync(copy, { recursive: true, force: true })
}

/** The server of all baselines. */
async function baselinesOf(bench: Bench): Promise<Process> {
  const { domain } = bench.domain
  const portal = domain.keys.ring('portal')
  const [{ kid }, { keys }] = await Promise.all([portal.active(), portal.publicJwks()])
  return startBaselines({
    ...(await baselineSettings(bench)),
    databaseFile: domain.config.databaseFile,
    ownFile: path.join(domain.config.dataDir, 'raw.db'),
    platformKey: keys.find((one) => one.kid === kid) ?? {},
  })
}
