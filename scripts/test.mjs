// `npm test`: everything that must hold. The rules tests keep a processor busy; checks, builds and system tests wait
// for disks and programs, and run beside them. The output of each step appears in one piece when the step ends; that of
// a step that fails appears last, where one looks first.
//
// `npm run nightly`: tests that take long and rarely fail, one after the other, whatever failed before. Randomised tests
// try more often than by day (server/testing/rounds.ts).
import './node.mjs'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { npmCall } from './command.mjs'
import { generate } from './generate.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const BESIDE_EACH_OTHER = [
  [
    ['rules', ['test:rules']],
    ['package', ['test:package', '--', '--built']],
    ['benchmark, in small', ['bench', '--', '--small']],
    ['benchmark on PostgreSQL, in small', ['bench', '--', '--small', '--engine', 'postgres']],
  ],
  [
    ['format and lint', ['check']],
    ['browser', ['browser']], // May take a download, which the rules need not wait for.
    ['build', ['build']], // Before steps that read or write below .next, and before anything starts the command line.
    ['types and promises', ['types']],
    ['walls', ['walls']],
    ['regular expressions', ['regexps']],
    ['unused code', ['unused']],
    ['on PostgreSQL', ['test:postgres']],
    ['system', ['test:system']],
    ['image', ['test:image', '--', '--installed', '--built']],
  ],
]
/** Steps that use the build of the other lane, and the last step of that lane that writes below dist or .next. */
const NEEDS_BUILD = new Set(['package', 'benchmark, in small', 'benchmark on PostgreSQL, in small'])
const LAST_OF_BUILD = 'types and promises'
const AFTER_THAT = [['browser tests', ['test:browser']]]

const AT_NIGHT = [
  ['regular expressions, each judged anew', ['regexps', '--', '--anew']],
  ['everything served by Next', ['test:next']],
  ['the browser tests through Next, and with its development server', ['test:next:browser']],
  ['the Nodes that users have', ['test:nodes']],
  ['a storage that answers late', ['test:late']],
  ['every rule on PostgreSQL', ['test:postgres', '--', '--mode', 'every-rule']],
  ['the server killed under load', ['test:crash']],
  ['properties, for ten minutes', ['fuzz']],
  ['mixed load, for half an hour', ['soak', '--', '--minutes', '30']],
]
const isNight = process.argv.includes('--night')

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`
const took = []
const failed = [] // Each with the output that was held back.
const { promise: built, resolve: isBuilt } = Promise.withResolvers()

/** Runs a script of package.json. Its output is held back until it ends, unless it runs alone. */
function step([name, args], isAlone) {
  const startedAt = Date.now()
  if (isAlone) process.stdout.write(`\n── ${name}\n`)
  return new Promise((resolve) => {
    const child = spawn(...npmCall('run', '--silent', ...args), {
      cwd: root,
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...(isNight ? { SLIPWAY_TEST_ROUNDS: 'many' } : {}) },
    })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
    child.once('close', (status) => {
      took.push(`${name} ${seconds(startedAt)}`)
      const output = isAlone ? '' : `\n── ${name}\n${Buffer.concat(said)}`
      if (status === 0) process.stdout.write(output)
      else failed.push({ name, output })
      if (name === LAST_OF_BUILD || failed.length > 0) isBuilt()
      resolve()
    })
  })
}

/** Runs steps one after the other, then those that the other lane has not begun, until any step fails. */
async function lane(steps, others = [], isAlone = false) {
  for (let one = steps.shift(); one !== undefined; one = steps.shift() ?? others.shift()) {
    if (NEEDS_BUILD.has(one[0])) await built
    if (failed.length === 0) await step(one, isAlone)
  }
}

mkdirSync(`${root}test-results`, { recursive: true })
generate() // Before two steps read it at the same time.
const startedAt = Date.now()
if (isNight) for (const one of AT_NIGHT) await step(one, true)
else {
  const [one, other] = BESIDE_EACH_OTHER
  await Promise.all([lane(one, other), lane(other, one)])
  await lane(AFTER_THAT, [], true)
}
for (const { output } of failed) process.stdout.write(output)
process.stdout.write(`\n${took.join(', ')}; ${seconds(startedAt)} in all\n`)
const names = failed.map(({ name }) => name).join(', ')
process.stdout.write(failed.length === 0 ? 'Everything holds.\n' : `${names}: failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1
