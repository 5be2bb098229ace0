// Processes that start at the very same moment on an empty database, as those of a compose file do.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { KEY_OWNERS } from '#lib/api/admin-words.ts'
import { freePort } from '../../../scripts/free-port.mjs'
import { readConfig } from '../../config/config.ts'
import { DEMO_LOGINS } from '../../demo/people.ts'
import { openExistingDomain } from '../../domain/domain.ts'
import { TEST_KEY } from '../../storage/postgres/testing/cluster.ts'
import { temporaryUrl } from '../../storage/postgres/testing/temporary-postgres.ts'
import { killed } from '../children.ts'
import { temporaryFolder } from '../data-place.ts'
import { programs } from '../processes.ts'

/** Starts processes together, one for each address, and tells how each start ended: `listening`, or what was said instead. */
async function startedTogether(publicUrls: readonly string[]) {
  const program = path.join(await programs(), 'server-process.mjs')
  const DATABASE_URL = await temporaryUrl('template0')
  const env = { DATABASE_URL, SLIPWAY_KEY: TEST_KEY, DEMO: 'true', LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }
  const ports = await Promise.all(publicUrls.map(freePort))
  const children = publicUrls.map((PUBLIC_URL, n) => {
    const own = { PUBLIC_URL, PORT: String(ports[n]), DATA_DIR: temporaryFolder('slipway-first-') }
    return spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  })
  onTestFinished(async () => void (await Promise.all(children.map(killed))))
  const config = readConfig({ ...env, DATA_DIR: temporaryFolder('slipway-first-'), PUBLIC_URL: publicUrls[0] })
  return { config, starts: await Promise.all(children.map(startOf)) }
}

async function startOf(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('The process has no output.')
  const error = text(child.stderr)
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])])
  return String(said).trim() || error
}

describe('processes that start together on an empty PostgreSQL', () => {
  it('all come up, and have made each row once', async () => {
    const { config, starts } = await startedTogether(Array.from({ length: 4 }, () => 'http://localhost:3000'))
    expect(starts).toEqual(Array.from({ length: 4 }, () => 'listening'))
    const domain = await openExistingDomain(config, { readOnly: false })
    onTestFinished(domain.close)
    const { keys, storage, audit, resources } = domain
    for (const owner of KEY_OWNERS) await keys.ring(owner).active()
    const active = (await keys.list()).filter(({ status }) => status === 'active')
    expect(active.map(({ owner }) => owner).toSorted()).toEqual([...KEY_OWNERS].toSorted())
    for (const { username } of DEMO_LOGINS)
      expect((await storage.idp.accounts.findByUsername(username))?.username).toBe(username)
    const search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } as const
    const { matches } = await resources.search({ search, limit: 500, mostCounted: 0 })
    expect(new Set(matches.map(({ versionId }) => versionId))).toEqual(new Set([1]))
    expect((await audit.verify()).problems).toEqual([])
  })

  it('with another PUBLIC_URL are refused, and say which domain is there', async () => {
    const { starts } = await startedTogether(['http://localhost:3000', 'http://localhost:4000'])
    expect(starts.filter((start) => start === 'listening')).toHaveLength(1)
    expect(starts.find((start) => start !== 'listening')).toMatch(
      /is in use as http:\/\/localhost:[34]000, by a server or a command\. With these settings it would change:\n.*PUBLIC_URL was/,
    )
  })
})
