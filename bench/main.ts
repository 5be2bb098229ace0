// `npm run bench`: Slipway beside raw baselines in one run. bench/README.md explains the rows.
import { readFileSync, writeFileSync } from 'node:fs'
import { VERSION } from '#server/config/version.ts'
import { beside } from './beside.ts'
import { readmeTable } from './goals-table.ts'
import { LOAD_CORE, machine, pin } from './machine.ts'
import { measureSize, newRun } from './measure.ts'
import { LARGE_SIZE, readOptions } from './options.ts'
import { stopAll } from './processes.ts'
import { markdown, type Report } from './report.ts'

const options = readOptions()
const sizes = options.large ? [...options.size, LARGE_SIZE] : options.size
const runs = sizes.map((size) => newRun(size, options))

async function main(): Promise<void> {
  const before = options.compare ? (JSON.parse(readFileSync(options.compare, 'utf8')) as Report) : undefined
  pin(process.pid, LOAD_CORE)
  let problem: unknown
  try {
    for (const run of runs) await measureSize(run, options)
  } catch (error) {
    problem = error // Earlier measurements are reported anyway.
  }
  tell(reportOf(problem), before)
  if (problem) throw problem
}

function reportOf(problem: unknown): Report {
  return {
    at: new Date().toISOString(),
    version: VERSION,
    machine: machine(),
    rounds: options.rounds,
    seconds: options.seconds,
    rows: runs.flatMap(({ rows }) => rows),
    facts: runs.flatMap(({ facts }) => facts),
    notMeasured: [
      ...new Set(runs.flatMap(({ notMeasured }) => notMeasured)),
      ...(problem
        ? [`what comes after "${problem instanceof Error ? problem.message : problem}", which ended the run.`]
        : []),
    ],
  }
}

function tell(report: Report, before: Report | undefined): void {
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`)
  if (options.markdown) writeFileSync(options.markdown, readmeTable(report))
  process.stdout.write(markdown(report))
  if (before) process.stdout.write(`\n${beside(report, before)}`)
  if (report.rows.length + report.facts.length === 0) throw new Error('Nothing was measured.')
}

// An interrupted run stops its servers, deletes gigabytes of Patients and reports its measurements so far.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopAll()
    try {
      tell(reportOf(signal), undefined)
    } finally {
      process.exit(1)
    }
  })

try {
  await main()
} finally {
  stopAll()
}
