// `npm run test:next:browser`: every browser test with everything served by Next, and some with `npm run dev`.
import { defineConfig } from '@playwright/test'

process.env['SLIPWAY_TEST_MOUNT'] = 'next' // Read by e2e/server-env.ts, here and in the processes of the tests.
const { DEV_ENV } = await import('./e2e/server-env.ts')
const { default: tests, server } = await import('./playwright.config.ts')

export default defineConfig({
  ...tests,
  projects: [
    ...(tests.projects ?? []),
    // Pages and routes are compiled when they are first asked for.
    {
      name: 'dev',
      use: { baseURL: DEV_ENV.PUBLIC_URL },
      grep: /@dev/,
      timeout: 600_000,
      expect: { timeout: 120_000 },
    },
  ],
  webServer: [tests.webServer ?? [], server('npm run --silent dev', DEV_ENV)].flat(),
})
