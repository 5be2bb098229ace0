// What a start on an existing domain does not load: memory and time that answers to machines do not need.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundle } from '../../scripts/build.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { emptyFolder, QUIET } from '../testing/data-folder.ts'

/** A start as `npm start` makes it, which tells which packages it has loaded. */
const PROGRAM = `import { createRequire } from 'node:module'
  import { start } from './server.mjs'
  await start(Date.now())
  process.on('message', () => process.send(Object.keys(createRequire(import.meta.url).cache)))
  process.send('ready')`

async function program(): Promise<string> {
  const outdir = path.resolve(`dist/testing/light-start-${process.pid}`)
  onTestFinished(() => rmSync(outdir, { recursive: true, force: true }))
  const threads = { 'database-thread': 'server/storage/sqlite/threads/database-thread.ts' }
  await bundle({ entryPoints: { server: 'server/main.ts', ...threads }, splitting: true, outdir })
  const script = path.join(outdir, 'start.mjs')
  writeFileSync(script, PROGRAM)
  return script
}

async function started(script: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = fork(script, { env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

const { resolve } = createRequire(import.meta.url)
const NEXT = resolve('next')
const PRISMA = resolve('@prisma/client/runtime/client')

it('loads neither Next nor Prisma to start, for health checks and for metrics; and no Next for any machine', async () => {
  const script = await program()
  const port = String(await freePort())
  const env = { ...QUIET, DATA_DIR: emptyFolder(), PORT: port, DEMO: 'false' }
  const first = await started(script, env)
  first.kill('SIGTERM')
  await once(first, 'exit')
  const child = await started(script, env)
  const loaded = async () => {
    child.send('loaded')
    const [files] = (await once(child, 'message')) as [string[]]
    return { next: files.includes(NEXT), prisma: files.includes(PRISMA) }
  }
  const statusOf = async (where: string) => (await fetch(`http://localhost:${port}${where}`)).status
  for (const where of ['/livez', '/readyz', '/metrics', '/fhir/metadata', '/.well-known/oauth-authorization-server'])
    expect([where, await statusOf(where)]).toEqual([where, 200])
  expect(await loaded()).toEqual({ next: false, prisma: false })
  expect(await statusOf('/oauth2/jwks')).toBe(200)
  expect(await loaded()).toEqual({ next: false, prisma: true })
})
