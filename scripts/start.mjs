// `npm start`: builds if there is no current build, then serves. `npm run dev` (`--dev`): Next's development server, which compiles pages on
// request, on HOST and PORT.
import './node.mjs'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from './build.mjs'
import { say, standFor } from './command.mjs'

const startedAt = Date.now()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (!process.env.SLIPWAY_NO_ENV_FILE && existsSync('.env')) process.loadEnvFile('.env')
process.env.NEXT_TELEMETRY_DISABLED ??= '1'
await (process.argv.includes('--dev') ? develop() : serve())

async function serve() {
  process.env.NODE_ENV ??= 'production'
  await buildServer(say)
  module.enableCompileCache(path.resolve('dist/compile-cache')) // V8's compiled code: a third of the time of the next start.
  const { explainFailure, start, verifyStartable } = await import('../dist/server.mjs')
  try {
    const before = await verifyStartable() // Before the build, because a service that cannot start needs no pages.
    const hasWaited = await buildPages()
    await start(startedAt, hasWaited ? await verifyStartable() : before)
  } catch (error) {
    explainFailure(error, { json: process.env.LOG_FORMAT === 'json' })
    process.exit(1)
  }
}

async function develop() {
  const { generate } = await import('./generate.mjs')
  generate()
  const { HOST, PORT } = process.env
  const next = ['node_modules/next/dist/bin/next', 'dev', '--hostname', HOST || 'localhost', '--port', PORT || '3000']
  await standFor(spawn(process.execPath, next, { stdio: 'inherit' }))
}
