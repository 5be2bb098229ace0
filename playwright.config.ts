// Browser tests: all of them against `npm start`, and the launch against the other two ways to run the service.
import { defineConfig, devices } from '@playwright/test'
import { browserPath } from './e2e/browser-path.ts'
import { DEV_ENV, NEXT_ONLY_ENV, SERVER_ENV } from './e2e/server-env.ts'

const server = (command: string, env: typeof SERVER_ENV) => ({
  command,
  url: `${env.PUBLIC_URL}/fhir/metadata`,
  timeout: 240_000,
  env,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
})

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: process.env['CI'] ? 1 : 0, // One that passes at the second try is reported as flaky: a defect to look into.
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  outputDir: 'test-results/browser', // Playwright empties it; the reports lie beside it.
  // For a test that hangs: one that passes takes no longer, and a machine may be doing ten other things.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    ...devices['Desktop Chrome'],
  },
  projects: [
    { name: 'start', use: { baseURL: SERVER_ENV.PUBLIC_URL } },
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
  webServer: [
    server('node scripts/start.mjs', SERVER_ENV),
    server('node scripts/start.mjs', NEXT_ONLY_ENV),
    server('npm run --silent dev', DEV_ENV),
  ],
})
