// `npm run bench`: Slipway beside raw baselines in one run. bench/README.md explains the rows.
import { writeFileSync } from 'node:fs'
import { VERSION } from '#server/config/version.ts'
import { buildPages, buildServer } from '../scripts/build.mjs'
import { LOAD_CORE, machine, pin } from './machine.ts'
import { measureSize, newRun } from './measure.ts'
import { readOptions } from './options.ts'
import { stopAll } from './processes.ts'
import { markdown, type Report } from './report.ts'

const options = readOptions()
const runs = options.size.map((size) => newRun(size, options, tellOne))

async function main(): Promise<void> {
  await buildServer()
  await buildPages()
  pin(process.pid, LOAD_CORE)
  for (const run of runs) await run.attempt('everything else', () => measureSize(run, options))
  const report = reportOf()
  tell(report)
  if (report.failures.length > 0) process.exitCode = 1
}

/** A result is on the disk and on the screen before the next one is measured. */
function tellOne(result: string): void {
  process.stderr.write(`    ${result}\n`)
  save(reportOf())
}

function save(report: Report): void {
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`)
}

function reportOf(): Report {
  return {
    at: new Date().toISOString(),
    version: VERSION,
    machine: machine(),
    rounds: options.rounds,
    seconds: options.seconds,
    rows: runs.flatMap(({ rows }) => rows),
    facts: runs.flatMap(({ facts }) => facts),
    failures: runs.flatMap(({ failures }) => failures),
    notMeasured: [...new Set(runs.flatMap(({ notMeasured }) => notMeasured))],
  }
}

function tell(report: Report): void {
  save(report)
  process.stdout.write(markdown(report))
  if (report.rows.length + report.facts.length === 0) throw new Error('Nothing was measured.')
}

// An interrupted run stops its servers, deletes gigabytes of Patients and reports its measurements so far.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopAll()
    try {
      tell(reportOf())
    } finally {
      process.exit(1)
    }
  })

try {
  await main()
} finally {
  stopAll()
}
