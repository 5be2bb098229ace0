// Whoever is told of a change can rely on it: it is on the disk, and so is its audit event, at whichever address and on either engine.
import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Storage } from '../storage/storage.ts'
import { runningDomain } from '../testing/running.ts'

const LAUNCH = { app: 'demo-app', as: 'Patient/marijke-jansen', task: 'Task/sleep-diary-week-1' }
const COMPOSITION = { app: LAUNCH.app, claims: { sub: LAUNCH.as, resource: LAUNCH.task }, delivery: 'shof' }
const APP = {
  ...{
    clientId: 'mine',
    name: 'Mine',
    kind: 'module',
    redirectUris: ['https://app.example/back'],
    launchUrl: 'https://app.example/launch',
    role: '',
  },
  keys: { jwksUrl: 'https://app.example/jwks' },
}

const CHANGES: readonly (readonly [string, number, object])[] = [
  ['/admin/api/keys/rotate', 200, { owner: 'oauth', now: true }],
  ['/admin/api/apps', 200, APP],
  ['/admin/api/tokens', 200, { name: 'ci', scopes: ['apps:read'], days: 30 }],
  ['/account/api/link', 410, { secret: 'none', password: 'a password of some length' }],
  ['/connect/api/apps', 200, APP],
  ['/portal/api/compose/ticket', 200, COMPOSITION],
  ['/portal/compose/open', 400, {}],
  ['/api/launches', 201, LAUNCH],
  ['/launch/api/end', 303, {}],
  ['/launch/api/backchannel-logout', 400, {}],
  ['/oauth2/backchannel-logout', 400, {}],
]

/** The domain with an administrator before it, whose disk can be told to fail; and whether anything that was recorded waits for it. */
async function watched() {
  const disk = { isOwed: false, isOff: false, recorded: 0, waits: 0 }
  const around = (storage: Storage): Storage => ({
    ...storage,
    audit: (chain) => {
      const log = storage.audit(chain)
      const enqueue: typeof log.enqueue = (events, lost) => {
        disk.isOwed = true
        disk.recorded += 1
        log.enqueue(events, lost)
      }
      return { ...log, enqueue }
    },
    durable: async () => {
      disk.isOwed = false
      disk.waits += 1
      if (disk.isOff) throw new StorageUnavailable('The disk is away.')
      await storage.durable()
    },
  })
  const viewer = async () => ({ username: 'beheer@demo.test', name: undefined })
  const { url } = await runningDomain({}, undefined, { around, viewer })
  const post = (path: string, body: object) => {
    Object.assign(disk, { isOwed: false, recorded: 0, waits: 0 })
    const headers = { origin: url, 'content-type': 'application/json' }
    return fetch(url + path, { method: 'POST', headers, redirect: 'manual', body: JSON.stringify(body) })
  }
  return { disk, post, url }
}

describe('an answer to a change', () => {
  it.each(CHANGES)('DUR-01 of %s comes after it and its event are on the disk', async (path, status, body) => {
    const { disk, post } = await watched()
    const answer = await post(path, body)
    expect([answer.status, disk.isOwed, disk.waits > 0], await answer.text()).toEqual([status, false, true])
  })

  it('DUR-06 is no success while the disk takes nothing', async () => {
    const { disk, post } = await watched()
    disk.isOff = true
    const answer = await post('/admin/api/keys/rotate', { owner: 'oauth', now: true })
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'temporarily_unavailable' }])
    expect(answer.headers.get('retry-after')).not.toBeNull()
  })

  it('costs those who read nothing', async () => {
    const { disk, url } = await watched()
    disk.waits = 0
    expect((await fetch(`${url}/admin/api/keys`)).status).toBe(200)
    expect(disk.waits).toBe(0)
  })
})
