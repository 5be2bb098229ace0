// `npm run test:crash -- --kills N --seed S --seconds MOST --resources IN_EACH_FILE`: kills, counts, and exits with 1 when anything
// that was answered is lost.
import { parseArgs } from 'node:util'
import { crashRun } from './run.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { kills: text, seed: text, seconds: text, resources: text } })
const kills = Number(values.kills ?? 200)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
process.stderr.write(`${kills} kills with seed ${seed}: npm run test:crash -- --kills ${kills} --seed ${seed}\n`)

const seconds = Number(values.seconds ?? Number.POSITIVE_INFINITY)
const begun = Date.now()
const { violations, ...summary } = await crashRun({
  kills,
  seed,
  seconds,
  ...(values.resources ? { resourcesPerFile: Number(values.resources) } : {}),
  say: (line) => process.stderr.write(`  ${line}\n`),
})
process.stdout.write(`${JSON.stringify({ ...summary, seconds: Math.round((Date.now() - begun) / 1000) }, null, 2)}\n`)
for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`)
process.stdout.write(violations.length === 0 ? 'Nothing was lost.\n' : `${violations.length} violations.\n`)
process.exitCode = violations.length === 0 ? 0 : 1
