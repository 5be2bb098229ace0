// `npm run soak -- --minutes 30`: checks that a server's memory, files and rows do not grow with use. See docs/reference/limits.md.
import { Command } from 'commander'
import { buildPages, buildServer } from '../../scripts/build.mjs'
import { benchDomain } from '../domain.ts'
import { positive } from '../options.ts'
import { freePort, serverEnv, startMachine, startWhole, stopAll } from '../processes.ts'
import { tableOf } from './samples.ts'
import { soak } from './soak.ts'

const PATIENTS = 1100

interface Options {
  readonly minutes: number
  readonly load: number
  readonly width: number
  readonly pages: boolean
}

const { minutes, load, width, pages } = new Command('soak')
  .description('Mixed load for a long time; fails when memory, files or tables go on growing.')
  .option(
    '--minutes <n>',
    'how long; rows live for up to a quarter of an hour, so less than thirty says little of them',
    positive,
    30,
  )
  .option('--load <share>', 'share of what the server can serve, which is measured in the first minute', positive, 0.6)
  .option(
    '--width <n>',
    'clients at the same time: enough to keep it busy, else what is measured is they',
    positive,
    16,
  )
  .option('--no-pages', 'the server without the pages of the interface, which take a build')
  .parse()
  .opts<Options>()

/** Seconds. Warming up and measuring take this long each, so a run starts after a minute. */
const CALIBRATION = 30

if (pages) {
  await buildServer()
  await buildPages()
}
const port = await freePort()
const domain = await benchDomain(PATIENTS, (directory) => serverEnv(directory, port))
try {
  const slipway = await (pages ? startWhole(domain.env) : startMachine(domain.env))
  const samples = Math.max(20, Math.round(minutes * 4))
  const plan = { seconds: minutes * 60, calibration: CALIBRATION, load, width, samples, pages }
  const outcome = await soak({ domain, slipway }, plan)
  const { capacity, pace } = outcome
  const lines = Object.entries(outcome.done).map(([name, count]) => `${String(count).padStart(8)}  ${name}`)
  const cores = (share: number) => `${share.toFixed(2)} cores`
  process.stdout.write(`${lines.join('\n')}

it can do ${capacity.perSecond.toFixed(0)} of these a second, with ${cores(capacity.cores)}
it did ${pace.perSecond.toFixed(0)} a second, with ${cores(pace.cores)}: ${Math.round((100 * pace.perSecond) / capacity.perSecond)} %

${tableOf(outcome.courses)}
`)
  for (const problem of outcome.problems) process.stdout.write(`wrong: ${problem}\n`)
  if (outcome.problems.length > 0 || outcome.courses.some(({ isFlat }) => !isFlat)) process.exitCode = 1
} finally {
  stopAll()
  await domain.close()
}
