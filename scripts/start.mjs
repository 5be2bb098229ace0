// `npm start`: builds if there is no current build, then serves.
import './node.mjs'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from './build.mjs'
import { say } from './command.mjs'

const startedAt = Date.now()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (!process.env.SLIPWAY_NO_ENV_FILE && existsSync('.env')) process.loadEnvFile('.env')
process.env.NEXT_TELEMETRY_DISABLED ??= '1'
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
