// `npm run soak -- --minutes 30`: whether what a server holds stays as it is while it is used. See docs/reference/limits.md.
import { Command, InvalidArgumentError } from 'commander'
import { benchDomain } from '../domain.ts'
import { freePort, serverEnv, startMachine, stopAll } from '../processes.ts'
import { tableOf } from './samples.ts'
import { soak } from './soak.ts'

const PATIENTS = 1100

const positive = (text: string): number => {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('a number above 0')
  return Number(text)
}

const { minutes, load, width } = new Command('soak')
  .description('Mixed load for a long time; fails when memory, files or tables go on growing.')
  .option('--minutes <n>', 'how long; rows live for ten minutes, so less than thirty says little of them', positive, 30)
  .option('--load <share>', 'share of its time for which each client waits for an answer', positive, 0.6)
  .option('--width <n>', 'clients at the same time', positive, 1)
  .parse()
  .opts<{ readonly minutes: number; readonly load: number; readonly width: number }>()

const port = await freePort()
const domain = await benchDomain(PATIENTS, (directory) => serverEnv(directory, port))
try {
  const slipway = await startMachine(domain.env, new URL('server.mjs', import.meta.url))
  const samples = Math.max(20, Math.round(minutes * 4))
  const outcome = await soak({ domain, slipway }, { seconds: minutes * 60, load, width, samples })
  const lines = Object.entries(outcome.done).map(([name, count]) => `${String(count).padStart(8)}  ${name}`)
  process.stdout.write(`${lines.join('\n')}\n\n${tableOf(outcome.courses)}\n`)
  for (const problem of outcome.problems) process.stdout.write(`wrong: ${problem}\n`)
  if (outcome.problems.length > 0 || outcome.courses.some(({ isFlat }) => !isFlat)) process.exitCode = 1
} finally {
  stopAll()
  await domain.close()
}
