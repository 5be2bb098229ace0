// `npm run bench`: Slipway beside raw baselines in one run. bench/README.md explains the rows.
import { writeFileSync } from 'node:fs'
import { VERSION } from '#server/config/version.ts'
import { buildPages, buildServer } from '../scripts/build.mjs'
import { LOAD_CORE, machine, pin } from './machine.ts'
import { measureSize } from './measure.ts'
import { readOptions } from './options.ts'
import { measureOnPostgres } from './postgres/measure.ts'
import { stopAll } from './processes.ts'
import { markdown, type Report } from './report.ts'
import { newRun } from './run.ts'

const options = readOptions()
const runs = options.size.map((size) => newRun(size, options, reportOne))

/** A result is on the disk and on the screen before the next one is measured. */
function reportOne(result: string): void {
  process.stderr.write(`    ${result}\n`)
  saved()
}

/** The report so far, which it saves where that was asked for. */
function saved(): Report {
  const report = {
    at: new Date().toISOString(),
    version: VERSION,
    machine: machine(),
    rounds: options.rounds,
    seconds: options.seconds,
    rows: runs.flatMap(({ rows }) => rows),
    facts: runs.flatMap(({ facts }) => facts),
    failures: runs.flatMap(({ failures }) => failures),
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`)
  return report
}

function finish(): void {
  const report = saved()
  process.stdout.write(markdown(report))
  if (report.failures.length > 0) process.exitCode = 1
  if (report.rows.length + report.facts.length === 0) throw new Error('Nothing was measured.')
}

// An interrupted run stops its servers, deletes gigabytes of Patients and reports its measurements so far.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopAll()
    try {
      finish()
    } finally {
      process.exit(1)
    }
  })

try {
  await buildServer()
  await buildPages()
  pin(process.pid, LOAD_CORE)
  const measure = options.engine === 'postgres' ? measureOnPostgres : measureSize
  for (const run of runs) await run.attempt('everything else', () => measure(run, options))
  finish()
} finally {
  stopAll()
}
