// The settings of the server under test: its own port and its own data, whatever .env says.
import { tmpdir } from 'node:os'
import path from 'node:path'

const PORT = '3917'
process.env['SLIPWAY_E2E_RUN'] ??= String(process.pid) // Workers inherit it: one folder for one run.

export const SERVER_ENV = {
  PORT,
  PUBLIC_URL: `http://localhost:${PORT}`,
  DATA_DIR: path.join(tmpdir(), `slipway-e2e-data-${process.env['SLIPWAY_E2E_RUN']}`),
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'json',
  RATE_LIMIT: 'off',
  SLIPWAY_NO_ENV_FILE: '1',
} as const
