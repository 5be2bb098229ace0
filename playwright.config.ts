// Browser tests against `npm start`. playwright.next.config.ts has those where Next serves everything.
import './scripts/node.mjs'
import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test'
import { browserPath } from './e2e/browser.mjs'
import { SERVER_ENV } from './e2e/server-env.ts'

export const server = (command: string, env: typeof SERVER_ENV) => ({
  command,
  url: `${env.PUBLIC_URL}/fhir/metadata`,
  timeout: 600_000, // It builds what is not built.
  env,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
})

/** What the browser tests of every mount have in common. */
export const common: PlaywrightTestConfig = {
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/browser.mjs',
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
    // What a failed test did and asked for, with a picture of its end. Pictures and copies of the page at every step take a quarter of
    // the processor: for them, run the one test with `--trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Asked for when a browser starts: tools that read this file need none.
      get executablePath() {
        return browserPath()
      },
      args: [
        '--no-sandbox',
        '--disable-gpu', // There is none, and pretending that there is takes a process of its own.
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process for the pages of a test, where it may be one: half as many are started as without these.
        '--disable-site-isolation-trials',
        '--process-per-site',
        '--renderer-process-limit=1',
      ],
    },
    ...devices['Desktop Chrome'],
  },
}

export default defineConfig({
  ...common,
  projects: [{ name: 'start', use: { baseURL: SERVER_ENV.PUBLIC_URL } }],
  webServer: [server('node scripts/start.mjs', SERVER_ENV)],
})
