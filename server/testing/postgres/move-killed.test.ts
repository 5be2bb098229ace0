// A move that is killed in its midst leaves the source as it was, and is made again.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { openDomain } from '../../domain/domain.ts'
import { TEST_KEY } from '../../storage/postgres/testing/cluster.ts'
import { temporaryUrl } from '../../storage/postgres/testing/temporary-postgres.ts'
import { bundled, killed } from '../children.ts'
import { chanceOf } from '../crash/random.ts'
import { temporaryFolder } from '../data-place.ts'
import { rounds } from '../rounds.ts'

const PATIENTS = 1500

let cli = ''
beforeAll(async () => {
  const folder = await bundled(['server/cli/main.ts'])
  cli = path.join(folder, 'main.mjs')
  return () => rmSync(folder, { recursive: true, force: true })
})

const environmentOf = (DATA_DIR: string, more: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production' as const,
  ...{ DATA_DIR, PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'silent', LOG_FORMAT: 'json', SLIPWAY_KEY: TEST_KEY },
  ...more,
})

const moving = (to: 'postgres' | 'file', env: Readonly<Record<string, string | undefined>>) =>
  spawn(
    process.execPath,
    [
      '-e',
      `import(${JSON.stringify(cli)}).then(async ({ main }) => { process.exitCode = await main(['move', '${to}'], '.') })`,
    ],
    { env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'ignore', 'pipe'] },
  )

/** How a process ended; what it said. */
async function outcomeOf(child: ChildProcess & { readonly stderr: NodeJS.ReadableStream }) {
  const said = await text(child.stderr)
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
  return { code: child.exitCode, said }
}

/** The demo with some patients more, in a folder. */
async function demoFolder(): Promise<string> {
  const directory = temporaryFolder('slipway-move-killed-')
  cpSync(inject('templateDirectory'), directory, { recursive: true })
  chmodSync(path.join(directory, 'keys'), 0o700)
  const domain = await openDomain(readConfig(environmentOf(directory, {})))
  const patients = Array.from({ length: PATIENTS }, (_, n) => {
    const parsed = { resourceType: 'Patient', id: `moved-${n}` }
    return { type: 'Patient', id: parsed.id, text: JSON.stringify(parsed), parsed }
  })
  await domain.resources.write(patients, Date.now())
  await domain.close()
  return directory
}

/** That all of a domain is there; with `to`, the event of its move there included, which is written last. */
async function isWhole(env: Readonly<Record<string, string | undefined>>, to?: string): Promise<void> {
  const domain = await openDomain(readConfig(env))
  try {
    expect((await domain.resources.readCurrent('Patient', `moved-${PATIENTS - 1}`))?.versionId).toBe(1)
    expect((await domain.audit.verify()).problems).toEqual([])
    const search = { type: 'AuditEvent', conditions: [], visibility: 'all', sort: '-_lastUpdated' } as const
    const { matches } = await domain.resources.search({ search, limit: 50, mostCounted: 0 })
    if (to) expect(JSON.stringify(matches)).toContain(`everything in the domain was moved to ${to}`)
  } finally {
    await domain.close()
  }
}

describe('a move that is killed', () => {
  it.each([
    ['postgres', 'PostgreSQL'],
    ['file', 'a file'],
  ] as const)('to %s, at any moment, leaves no domain there or all of it, and is made again', async (to, name) => {
    const [directory, url, chance] = [await demoFolder(), await temporaryUrl('template0'), chanceOf(7)]
    const begun = performance.now()
    const whole = await outcomeOf(moving('postgres', environmentOf(directory, { DATABASE_URL: url })))
    const took = performance.now() - begun
    expect(whole.code, whole.said).toBe(0)
    for (let round = 0; round < rounds(2, 20); round += 1) {
      const target = to === 'file' ? path.join(temporaryFolder('slipway-move-killed-'), 'data') : directory
      const env = environmentOf(target, { DATABASE_URL: to === 'file' ? url : await temporaryUrl('template0') })
      const child = moving(to, env)
      await delay(chance.between(0, Math.ceil(took)))
      await killed(child)
      // What PostgreSQL still does for the one that was killed ends by itself.
      let last = { code: null as number | null, said: '' }
      await expect
        .poll(async () => {
          last = await outcomeOf(moving(to, env))
          return last.code === 0 || last.said.includes('There is a domain in')
        })
        .toBe(true)
      await isWhole(to === 'file' ? environmentOf(target, {}) : env, last.code === 0 ? name : undefined)
    }
  })

  it.each([
    ['before the keys are in place', `renameSync: [1, '/keys']`],
    ['before the database is in place', `renameSync: [1, '/slipway.db']`],
    ['before its mark is gone', `rmSync: [0, '-restoring']`],
  ])('to a file %s is said by a start, and is made again', async (_when, at) => {
    const [url, target] = [await temporaryUrl('template0'), path.join(temporaryFolder('slipway-move-killed-'), 'data')]
    const there = await outcomeOf(moving('postgres', environmentOf(await demoFolder(), { DATABASE_URL: url })))
    expect(there.code, there.said).toBe(0)
    const killing = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
      for (const [name, [nth, end]] of Object.entries({ ${at} })) {
        const whole = fs[name]
        fs[name] = (...args) => { if (String(args[nth]).endsWith(end)) process.kill(process.pid, 'SIGKILL'); return whole(...args) }
      }
      syncBuiltinESMExports()`
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(killing)}`
    const env = environmentOf(target, { DATABASE_URL: url })
    const cut = moving('file', { ...env, NODE_OPTIONS })
    expect([(await outcomeOf(cut)).code, cut.signalCode]).toEqual([null, 'SIGKILL'])
    const file = environmentOf(target, {})
    await expect(openDomain(readConfig(file))).rejects.toThrow(/A move to .* was cut off\. Run .* move file/)
    const again = await outcomeOf(moving('file', env))
    expect(again.code, again.said).toBe(0)
    await isWhole(file, 'a file')
  })
})
