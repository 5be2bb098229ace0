// `npm run bench`: Slipway beside raw baselines in one run. See bench/README.md for what the rows mean.
import { readFileSync, writeFileSync } from 'node:fs'
import { VERSION } from '#server/version.ts'
import { beside } from './beside.ts'
import { LOAD_CORE, machine, pin } from './machine.ts'
import { measureSize } from './measure.ts'
import { LARGE_SIZE, readOptions } from './options.ts'
import { stopAll } from './processes.ts'
import { readmeTable } from './readme-table.ts'
import { markdown, type Report } from './report.ts'

const options = readOptions()

async function main(): Promise<void> {
  const before = options.compare ? (JSON.parse(readFileSync(options.compare, 'utf8')) as Report) : undefined
  pin(process.pid, LOAD_CORE)
  const sizes = options.large ? [...options.size, LARGE_SIZE] : options.size
  const results = []
  for (const size of sizes) results.push(await measureSize(size, options))
  if (results.every(({ rows, facts }) => rows.length + facts.length === 0))
    throw new Error(`Nothing has ${options.only?.join(' or ')} in its name.`)
  const report: Report = {
    at: new Date().toISOString(),
    version: VERSION,
    machine: machine(),
    rounds: options.rounds,
    seconds: options.seconds,
    rows: results.flatMap(({ rows }) => rows),
    facts: results.flatMap(({ facts }) => facts),
    notMeasured: [...new Set(results.flatMap(({ notMeasured }) => notMeasured))],
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`)
  if (options.markdown) writeFileSync(options.markdown, readmeTable(report))
  process.stdout.write(markdown(report))
  if (before) process.stdout.write(`\n${beside(report, before)}`)
}

try {
  await main()
} finally {
  stopAll()
}
