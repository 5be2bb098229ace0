// `npm test`: everything that must hold. The rules tests keep a processor busy; checks, builds and system tests wait
// for disks and programs, and run beside them. The output of each step appears in one piece when the step ends. `npm
// run test:nightly` has the rest.
import './on-supported-node.mjs'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generate } from './generate.mjs'
import { npmCall } from './npm.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const BESIDE_EACH_OTHER = [
  [
    ['rules', ['test:rules']],
    ['package', ['test:package', '--', '--built']],
    ['benchmark, in small', ['test:bench']],
  ],
  [
    ['format and lint', ['check']],
    ['browser', ['browser']], // May take a download, which the rules need not wait for.
    ['build', ['build']], // Before steps that read or write below .next, and before anything starts the command line.
    ['types and promises', ['types']],
    ['walls', ['walls']],
    ['regular expressions', ['regexps']],
    ['unused code', ['unused']],
    ['system', ['test:system']],
    ['image', ['test:image', '--', '--installed', '--built']],
  ],
]
/** Steps that use the build of the other lane, and the last step of that lane that writes below dist or .next. */
const NEEDS_BUILD = new Set(['package', 'benchmark, in small'])
const LAST_OF_BUILD = 'types and promises'
const AFTER_THAT = [['browser tests', ['test:browser']]]

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`
const took = []
let failed
const { promise: built, resolve: isBuilt } = Promise.withResolvers()

/** Runs a script of package.json. Its output is held back until it ends, unless it runs alone. */
function step([name, args], isAlone) {
  const startedAt = Date.now()
  if (isAlone) process.stdout.write(`\n── ${name}\n`)
  return new Promise((resolve) => {
    const child = spawn(...npmCall('run', '--silent', ...args), {
      cwd: root,
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
    child.once('close', (status) => {
      took.push(`${name} ${seconds(startedAt)}`)
      if (!isAlone) process.stdout.write(`\n── ${name}\n${Buffer.concat(said)}`)
      if (status !== 0) failed ??= name
      if (name === LAST_OF_BUILD || failed !== undefined) isBuilt()
      resolve()
    })
  })
}

/** Runs steps one after the other, until any step in either lane fails. */
async function lane(steps, isAlone = false) {
  for (const one of steps) {
    if (NEEDS_BUILD.has(one[0])) await built
    if (failed === undefined) await step(one, isAlone)
  }
}

mkdirSync(`${root}test-results`, { recursive: true })
generate() // Before two steps read it at the same time.
const startedAt = Date.now()
await Promise.all(BESIDE_EACH_OTHER.map((steps) => lane(steps)))
await lane(AFTER_THAT, true)
process.stdout.write(`\n${took.join(', ')}; ${seconds(startedAt)} in all\n`)
process.stdout.write(failed === undefined ? 'Everything holds.\n' : `${failed}: failed\n`)
process.exitCode = failed === undefined ? 0 : 1
