// `npm run soak -- --minutes 30`: checks that a server's memory, files and rows do not grow with use. See docs/reference/limits.md.
import { Command } from 'commander'
import { buildPages, buildServer } from '../../scripts/build.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { benchDomain } from '../domain.ts'
import { positive, REAL_SIZE } from '../options.ts'
import { serverEnv, startSlipway, stopAll } from '../processes.ts'
import { benchOf } from '../requests.ts'
import { tableOf } from './samples.ts'
import { soak } from './soak.ts'

const { minutes } = new Command('soak')
  .description('Mixed load for a long time; fails when memory, files or tables go on growing.')
  .option(
    '--minutes <n>',
    'how long; rows live for up to a quarter of an hour, so less than thirty says little of them',
    positive,
    30,
  )
  .parse()
  .opts<{ minutes: number }>()

/** Seconds. Warming up and measuring take this long each, so a run starts after a minute. */
const CALIBRATION = 30
/** The share of what the server can serve, and as many clients as keep it busy: with fewer they would be measured. */
const LOAD = { load: 0.6, width: 16 }

await buildServer()
await buildPages()
const port = await freePort()
const domain = await benchDomain(REAL_SIZE, (directory) => serverEnv(directory, port))
try {
  const server = await startSlipway(domain.env, { core: 'all' })
  const samples = Math.max(20, Math.round(minutes * 4))
  const plan = { seconds: minutes * 60, calibration: CALIBRATION, ...LOAD, samples, pages: true }
  const { capacity, pace, done, courses, problems } = await soak(benchOf(domain, server), plan)
  const lines = Object.entries(done).map(([name, count]) => `${String(count).padStart(8)}  ${name}`)
  const cores = (share: number) => `${share.toFixed(2)} cores`
  process.stdout.write(`${lines.join('\n')}

it can do ${capacity.perSecond.toFixed(0)} of these a second, with ${cores(capacity.serverBusy)}
it did ${pace.perSecond.toFixed(0)} a second, with ${cores(pace.serverBusy)}: ${Math.round((100 * pace.perSecond) / capacity.perSecond)} %

${tableOf(courses)}
`)
  for (const problem of problems) process.stdout.write(`wrong: ${problem}\n`)
  if (problems.length > 0 || courses.some(({ isFlat }) => !isFlat)) process.exitCode = 1
} finally {
  stopAll()
  await domain.close()
}
