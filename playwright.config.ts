// Browser tests against the production build: its own port, its own data, no .env.
import { defineConfig, devices } from '@playwright/test'
import { browserPath } from './e2e/browser-path.ts'
import { SERVER_ENV } from './e2e/server-env.ts'

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  reporter: [['list']],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: SERVER_ENV.PUBLIC_URL,
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
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'], channel: undefined } }],
  webServer: {
    command: 'node scripts/start.mjs',
    url: `${SERVER_ENV.PUBLIC_URL}/fhir/metadata`,
    timeout: 180_000,
    env: SERVER_ENV,
    stderr: 'pipe',
  },
})
