// Browser tests against the other two ways to run the service: everything served by Next, and `npm run dev`.
import { defineConfig } from '@playwright/test'
import { DEV_ENV, NEXT_ONLY_ENV } from './e2e/server-env.ts'
import { common, server } from './playwright.config.ts'

export default defineConfig({
  ...common,
  projects: [
    { name: 'next', use: { baseURL: NEXT_ONLY_ENV.PUBLIC_URL }, grep: /@every-mount/ },
    // Pages and routes are compiled when they are first asked for.
    {
      name: 'dev',
      use: { baseURL: DEV_ENV.PUBLIC_URL },
      grep: /@dev/,
      timeout: 600_000,
      expect: { timeout: 120_000 },
    },
  ],
  webServer: [server('node scripts/start.mjs', NEXT_ONLY_ENV), server('npm run --silent dev', DEV_ENV)],
})
