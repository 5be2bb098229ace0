// `npm run fuzz -- --seconds 600 --seed 7`: checks the properties in server/testing/fuzz for some time. Files of it
// may be named. Without a seed, each run differs; fast-check prints the seed and the path of a failure.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const whole = (name) => {
  const value = values[name]
  if (value !== undefined && !/^-?\d{1,10}$/.test(value)) {
    process.stderr.write(`--${name} is a whole number.\n`)
    process.exit(2)
  }
  return value
}

const files = positionals.length > 0 ? positionals : ['server/testing/fuzz']
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files, '--maxWorkers=1'], {
  cwd: path.join(fileURLToPath(new URL('..', import.meta.url))),
  stdio: 'inherit',
  env: { ...process.env, FUZZ_SECONDS: whole('seconds'), ...(values.seed ? { FUZZ_SEED: whole('seed') } : {}) },
})
process.exit(status ?? 1)
