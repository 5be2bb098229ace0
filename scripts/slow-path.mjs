// `npm run test:slow-path`: tests the service with HOT_PATH=off, where Next serves everything. The unit and contract
// tests send every request through the routes in app/ (server/testing/next-mount.ts), and the browser tests use a
// server whose machine interface is Next's. Each step runs, even after another has failed.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const STEPS = [
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'default'],
  ['node_modules/@playwright/test/cli.js', 'test', '--project', 'start'],
]

const failed = STEPS.filter((args) => {
  const { status } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', SLIPWAY_TEST_HOT_PATH: 'off' },
  })
  return status !== 0
})
process.exitCode = failed.length > 0 ? 1 : 0
