// All measurements on a domain of one size.
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { benchDomain } from './domain.ts'
import { coldStart, memory, wholeWalk, worstLists } from './facts.ts'
import type { Options } from './options.ts'
import { pageFacts } from './pages/pages.ts'
import { freePort, type Process, serverEnv, startLeast, startRaw, startSignatures, startSlipway } from './processes.ts'
import type { Bench } from './requests.ts'
import { otherCheckoutRows } from './rows/other-checkout.ts'
import { firstList, readRows, startOfEntries } from './rows/reads.ts'
import { tokenRows } from './rows/tokens.ts'
import { writeRows } from './rows/writes.ts'
import { type Run, say } from './run.ts'

export async function measureSize(run: Run, options: Options): Promise<void> {
  const { size } = run
  say(`${size.toLocaleString('en')} Patients: making the domain …`)
  const port = await freePort()
  const domain = await benchDomain(size, (directory) => serverEnv(directory, port))
  const bench = { domain, slipway: await startSlipway(domain.env, options) }
  await run.fact('memory, idle', async () => memory('memory, idle', bench.slipway, 150))
  const [raw, least] = await Promise.all([rawOf(bench), leastOf(bench)])
  await run.attempt('beside', () => measureBeside(run, bench, options))
  await run.attempt('reads', async () => run.measure(await readRows(bench, raw, least)))
  await run.fact('memory, after load', async () => memory('memory, after load', bench.slipway, 350))
  await run.fact('walk', () => wholeWalk(bench))
  // What does not depend on the number of Patients, or takes too long to repeat for each size.
  if (size === options.size[0]) {
    await run.attempt('tokens', async () => {
      const signatures = await startSignatures()
      await run.measure(await tokenRows(bench, { ...bench, slipway: least }, signatures))
      await signatures.stop()
    })
    await run.attempt('writes', () => run.measure(writeRows(bench, raw, least)))
    await run.attempt('pages', () => pageFacts(domain.publicUrl, run, options.rounds))
  }
  await Promise.all([raw.stop(), least.stop()])
  await run.fact('worst lists', () => worstLists(bench))
  await bench.slipway.stop()
  await run.fact('start', () => coldStart(domain.env))
  await domain.close()
}

/** Another checkout on a copy of the same data, which it may migrate to its own schema. */
async function measureBeside(run: Run, bench: Bench, { beside: checkout }: Options): Promise<void> {
  if (checkout === undefined) return
  const { domain, directory, env } = bench.domain
  const copy = `${directory}-beside`
  domain.database.sql.pragma('wal_checkpoint(TRUNCATE)')
  cpSync(directory, copy, { recursive: true })
  const port = await freePort()
  const other = await startSlipway({ ...env, DATA_DIR: copy, PORT: String(port) }, { checkout })
  const origin = `http://localhost:${port}`
  await run.measure(await otherCheckoutRows(bench, { ...bench, slipway: other, origin }))
  await other.stop()
  rmSync(copy, { recursive: true, force: true })
}

async function rawOf(bench: Bench): Promise<Process> {
  const { domain, publicUrl, patients } = bench.domain
  const list = await firstList(bench)
  return startRaw({
    databaseFile: domain.config.databaseFile,
    ownFile: path.join(domain.config.dataDir, 'raw.db'),
    port: await freePort(),
    constant: (await domain.resources.readCurrent('Patient', patients[0] ?? ''))?.body ?? '',
    listHead: list.subarray(0, startOfEntries(list)).toString(),
    entryHead: `{"fullUrl":"${publicUrl}/fhir/DEFAULT/Patient/`,
  })
}

async function leastOf({ domain: { domain, key } }: Bench): Promise<Process> {
  const portal = domain.keys.ring('portal')
  const [{ kid }, { keys }] = await Promise.all([portal.active(), portal.publicJwks()])
  return startLeast({
    databaseFile: domain.config.databaseFile,
    ownFile: path.join(domain.config.dataDir, 'least.db'),
    port: await freePort(),
    clientKey: key.publicJwk,
    platformKey: keys.find((one) => one.kid === kid) ?? {},
  })
}
