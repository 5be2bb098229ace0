// `npm run dev`: Next's development server, which compiles pages on request. It listens on HOST and PORT, from the
// environment or .env.
import './node.mjs'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { standFor } from './command.mjs'
import { generate } from './generate.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (!process.env.SLIPWAY_NO_ENV_FILE && existsSync('.env')) process.loadEnvFile('.env')
generate()
const { HOST = 'localhost', PORT = '3000' } = process.env
const next = ['node_modules/next/dist/bin/next', 'dev', '--hostname', HOST || 'localhost', '--port', PORT || '3000']
const child = spawn(process.execPath, next, {
  stdio: 'inherit',
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
})
await standFor(child)
