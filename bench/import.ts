// Measures an import: a whole `./bin/slipway import` into an empty domain, on all cores, beside a bare loop that
// inserts the same rows. CPU seconds do not depend on other users of the machine; resources per second do.
import { spawnSync } from 'node:child_process'
import { copyFileSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { textOfPatient } from './enlarge.ts'
import { type Fact, MIB } from './facts.ts'
import { onAllCores } from './machine.ts'
import { freePort, serverEnv } from './processes.ts'
import type { InsertCost } from './raw/inserts.ts'

/** An import of a file, or of `size` generated Patients, with the command line, into a fresh domain. */
export async function importing(size: number, given?: string): Promise<Fact> {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-bench-import-'))
  try {
    const file = given ?? (await patientsFile(path.join(directory, 'patients.ndjson'), size))
    const data = path.join(directory, 'data')
    const env = { ...process.env, ...serverEnv(data, await freePort()), LOG_LEVEL: 'silent' }
    slipway(env, 'init', '--json') // Migrates and seeds beforehand, because that is not part of an import.
    const [database, empty] = [path.join(data, 'slipway.db'), path.join(directory, 'empty.db')]
    copyFileSync(database, empty)
    const { usage, report } = slipway(env, 'import', path.resolve(file), '--json')
    if (!given && report.created !== size) throw new Error(`The import made ${report.created} of ${size}`)
    const bare = inserts(database, empty)
    const cpu = (usage.userCPUTime + usage.systemCPUTime) / 1e6
    return {
      name: given ? `import of ${path.basename(given)}` : 'import',
      value: report.read / (usage.ms / 1000),
      unit: 'resources/s',
      goal: { least: 10_000 },
      note: [
        `${report.created} of ${report.read} stored, all cores`,
        `${perTenThousand(cpu, report.read)} CPU s per 10,000 (bare inserts ${perTenThousand(bare.cpu, bare.resources)})`,
        `at most ${Math.round((usage.maxRSS * 1024) / MIB)} MiB`,
      ].join('; '),
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const perTenThousand = (cpu: number, resources: number): string => ((cpu / resources) * 10_000).toFixed(2)

async function patientsFile(file: string, size: number): Promise<string> {
  const out = createWriteStream(file)
  for (let number = 0; number < size; number += 1)
    if (!out.write(`${textOfPatient(number)}\n`))
      await new Promise<void>((resolve) => out.once('drain', () => resolve()))
  out.end()
  await finished(out)
  return file
}

interface Run {
  readonly report: { readonly read: number; readonly created: number }
  readonly usage: NodeJS.ResourceUsage & { readonly ms: number }
}

/** Runs the command line in a process of its own, which reports its resource usage at the end. */
function slipway(env: NodeJS.ProcessEnv, ...args: readonly string[]): Run {
  const cli = pathToFileURL(path.resolve('dist/cli.mjs')).href
  const script = `const start = Date.now()
    import(${JSON.stringify(cli)}).then(({ main }) => main(${JSON.stringify(args)}, process.cwd())).then((code) => {
      process.exitCode = code
      process.stderr.write('\\n' + JSON.stringify({ ms: Date.now() - start, ...process.resourceUsage() }))
    })`
  const { stdout, stderr, status } = spawnSync(...onAllCores('-e', script), {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * MIB,
  })
  if (status !== 0) throw new Error(`slipway ${args.join(' ')}: ${stdout}${stderr}`)
  return { report: JSON.parse(stdout), usage: JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) }
}

function inserts(from: string, into: string): InsertCost {
  const script = fileURLToPath(new URL('raw/inserts.mjs', import.meta.url))
  const { stdout, stderr, status } = spawnSync(...onAllCores(script, from, into), { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The bare inserts failed: ${stderr}`)
  return JSON.parse(stdout)
}
