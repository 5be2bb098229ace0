// `npm test`: everything that must hold, in the order in which it fails fastest. Stops at the first failure.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const STEPS = [
  ['format and lint', ['run', '--silent', 'check']],
  ['types', ['run', '--silent', 'types']],
  ['walls', ['run', '--silent', 'walls']],
  ['unused code', ['run', '--silent', 'unused']],
  // First, so that no two tests that start the command line build it at the same time.
  ['build', ['run', '--silent', 'build']],
  ['unit and contract tests', ['run', '--silent', 'test:unit']],
  ['image', ['run', '--silent', 'test:image', '--', '--installed', '--built']],
  ['benchmark, in small', ['run', '--silent', 'test:bench']],
  ['browser tests', ['run', '--silent', 'test:browser']],
]

for (const [name, args] of STEPS) {
  process.stdout.write(`\n── ${name}\n`)
  const { status } = spawnSync('npm', args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) {
    process.stdout.write(`\n${name}: failed\n`)
    process.exit(1)
  }
}
process.stdout.write('\nEverything holds.\n')
