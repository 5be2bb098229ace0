// `npm run test:nightly`: tests that take long and rarely fail. Randomised tests try more often than by day
// (server/testing/rounds.ts). Every step runs, even after another has failed; the last lines list the failures.
import './on-supported-node.mjs'
import { npmSync } from './npm.mjs'

const STEPS = [
  ['the browser tests of the other ways to run the service', ['test:mounts']],
  ['everything served by Next', ['test:slow-path']],
  ['the Nodes that users have', ['test:nodes']],
  ['a storage that answers late', ['test:late']],
  ['the server killed under load', ['test:crash']],
  ['properties, for ten minutes', ['fuzz', '--', '--seconds', '600']],
  ['mixed load, for half an hour', ['soak', '--', '--minutes', '30']],
]

const failed = STEPS.filter(([name, args]) => {
  process.stdout.write(`\n── ${name}\n`)
  const { status } = npmSync(['run', '--silent', ...args], {
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', SLIPWAY_TEST_ROUNDS: 'many' },
  })
  return status !== 0
})
for (const [name] of failed) process.stdout.write(`${name}: failed\n`)
process.stdout.write(`\n${STEPS.length - failed.length} of ${STEPS.length} hold.\n`)
process.exitCode = failed.length > 0 ? 1 : 0
