// `npm run test:late`: runs the unit and contract tests on storage that answers late (server/storage/testing/late.ts).
// Tests then fail for a missing await, and for code that assumes nothing happens in between. Arguments go to vitest.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'default', ...process.argv.slice(2)],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, SLIPWAY_TEST_STORAGE: 'late' },
  },
)
process.exit(status ?? 1)
