// What a start on an existing domain does not load: memory and time that answers to machines do not need.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundle } from '../../scripts/build.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'
import { clientWriter, subscriptionOf } from '../subscriptions/testing/subscribed.ts'
import { emptyFolder, QUIET, within } from '../testing/data-folder.ts'
import type { Place } from '../testing/data-place.ts'

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

/** Makes a Subscription to Tasks that runs, and a Patient that the next start compares with it. */
async function writePatient(env: Readonly<Record<string, string>>): Promise<void> {
  const domain = await openDomain(readConfig(env))
  const parsed = subscriptionOf('http://localhost:1/hook', { status: 'active' })
  await domain.resources.write([{ type: 'Subscription', id: 'sub', text: JSON.stringify(parsed), parsed }], Date.now())
  await clientWriter(domain, Date.now)({ resourceType: 'Patient', id: 'written' })
  await domain.close()
}

/** How many versions are still to be compared. */
async function written(env: Place): Promise<number | undefined> {
  let count: number | undefined
  await within(env, async (sql) => {
    count = await sql.value<number>('SELECT count(*) FROM resource_event')
  })
  return count
}

it('loads neither Next nor Prisma to start, to compare what no Subscription finds, for health checks and for metrics; and no Next for any machine', async () => {
  const script = await program()
  const port = String(await freePort())
  const env = { ...QUIET, DATA_DIR: emptyFolder(), PORT: port, DEMO: 'false' }
  const first = await started(script, env)
  first.kill('SIGTERM')
  await once(first, 'exit')
  await writePatient(env)
  const child = await started(script, env)
  const loaded = async () => {
    child.send('loaded')
    const [files] = (await once(child, 'message')) as [string[]]
    return { next: files.includes(NEXT), prisma: files.includes(PRISMA) }
  }
  const statusOf = async (where: string) => (await fetch(`http://localhost:${port}${where}`)).status
  for (const where of ['/livez', '/readyz', '/metrics', '/fhir/metadata', '/.well-known/oauth-authorization-server'])
    expect([where, await statusOf(where)]).toEqual([where, 200])
  await expect.poll(() => written(env)).toBe(0)
  expect(await loaded()).toEqual({ next: false, prisma: false })
  expect(await statusOf('/oauth2/jwks')).toBe(200)
  expect(await loaded()).toEqual({ next: false, prisma: true })
})
