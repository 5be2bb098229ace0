// What is not a ratio of requests: how long a start takes, what an import does, how much memory a server holds.
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { BenchDomain } from './domain.ts'
import { textOfPatient } from './enlarge.ts'
import { cpuSeconds, residentBytes } from './machine.ts'
import { firstAnswer, freePort, type Process, serverEnv, startSlipway } from './processes.ts'
import { median } from './rounds.ts'
import { ask, get } from './rows/reads.ts'

export interface Fact {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** At most, or at least, this much. */
  readonly goal?: { readonly most: number } | { readonly least: number }
}

const MIB = 2 ** 20
const STARTS = 3

/** Seconds from the command to the first answer, with everything built and migrated. */
export async function coldStart(directory: string): Promise<Fact> {
  const seconds: number[] = []
  while (seconds.length < STARTS) {
    const port = await freePort()
    const start = performance.now()
    const server = startSlipway(serverEnv(directory, port))
    await firstAnswer(port)
    seconds.push((performance.now() - start) / 1000)
    await (await server).stop()
  }
  return { name: 'start to first answer', value: median(seconds), unit: 's', goal: { most: 2 } }
}

export const memory = (name: string, { pid }: Process, most: number): Fact => ({
  name,
  value: residentBytes(pid) / MIB,
  unit: 'MiB',
  goal: { most },
})

/** An import of `size` Patients by the command line into a fresh domain. */
export async function importing(size: number): Promise<readonly Fact[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-bench-import-'))
  try {
    const file = path.join(directory, 'patients.ndjson')
    const out = createWriteStream(file)
    for (let number = 0; number < size; number += 1)
      if (!out.write(`${textOfPatient(number)}\n`))
        await new Promise<void>((resolve) => out.once('drain', () => resolve()))
    out.end()
    await finished(out)
    const env = { ...process.env, ...serverEnv(path.join(directory, 'data'), await freePort()) }
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['bin/slipway', ...args], { env, encoding: 'utf8', maxBuffer: 64 * MIB })
    run('role', 'add', '--name', 'nobody', '--json') // Migrates and seeds: that is not importing.
    const start = performance.now()
    const { status, stdout, stderr } = run('import', file, '--json')
    const seconds = (performance.now() - start) / 1000
    const report = JSON.parse(stdout || '{}') as { created?: number }
    if (status !== 0 || report.created !== size) throw new Error(`The import failed: ${stdout} ${stderr}`)
    return [{ name: `import of ${size}`, value: size / seconds, unit: 'resources/s', goal: { least: 10_000 } }]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Every page of a list by its next links: each Patient once. */
export async function wholeWalk({ patients }: BenchDomain, server: Process, bearer: string): Promise<Fact> {
  const seen = new Set<string>()
  const startCpu = cpuSeconds(server.pid)
  const start = performance.now()
  let target: string | undefined = '/fhir/DEFAULT/Patient?_count=200'
  while (target !== undefined) {
    const { status, body } = await ask(server, get(server, target, bearer))
    if (status !== 200) throw new Error(`The walk met status ${status}: ${body}`)
    const bundle = JSON.parse(body.toString()) as {
      readonly entry?: readonly { readonly resource: { readonly id: string } }[]
      readonly link: readonly { readonly relation: string; readonly url: string }[]
    }
    for (const { resource } of bundle.entry ?? []) {
      if (seen.has(resource.id)) throw new Error(`The walk gave ${resource.id} twice`)
      seen.add(resource.id)
    }
    const next = bundle.link.find(({ relation }) => relation === 'next')?.url
    target = next && new URL(next).pathname + new URL(next).search
  }
  if (seen.size !== patients.length) throw new Error(`The walk gave ${seen.size} of ${patients.length}`)
  const seconds = (performance.now() - start) / 1000
  const cpu = cpuSeconds(server.pid) - startCpu
  return {
    name: `walk over ${patients.length}, 200 a page (${cpu.toFixed(1)} CPU s)`,
    value: seen.size / seconds,
    unit: 'resources/s',
  }
}
