// The servers under test, each with its own port and its own data, whatever .env says.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What a run writes beside its reports, keys among it: gone when its first process ends, from which workers inherit it. */
export const RUN_FOLDER = process.env['SLIPWAY_E2E_RUN'] ?? newFolder()

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-e2e-'))
  process.env['SLIPWAY_E2E_RUN'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The first of four ports in a row. */
const FIRST_PORT = Number(process.env['SLIPWAY_E2E_PORT'] ?? 3917)

const serverEnv = (name: string, port: number, more: Readonly<Record<string, string>> = {}) => ({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  DATA_DIR: path.join(RUN_FOLDER, name),
  LOG_LEVEL: 'error',
  LOG_FORMAT: 'json',
  RATE_LIMIT: 'off',
  SLIPWAY_NO_ENV_FILE: '1',
  SUBSCRIPTION_RETRY: '1,2', // Seconds: nobody waits for a minute to see a notification tried again.
  ...more,
})

/** `npm start`: the production server; with everything served by Next where `npm run test:next:browser` asks for that. */
export const SERVER_ENV = serverEnv('start', FIRST_PORT, {
  HOT_PATH: process.env['SLIPWAY_TEST_MOUNT'] === 'next' ? 'off' : 'on',
})
/** `npm run dev`. */
export const DEV_ENV = serverEnv('dev', FIRST_PORT + 1)
/** `npm start` for a test that ends it. */
export const LONE_ENV = serverEnv('lone', FIRST_PORT + 2)
/** `npm start` for tests that rotate and revoke keys, which others sign with. */
export const KEYS_ENV = serverEnv('keys', FIRST_PORT + 3)
