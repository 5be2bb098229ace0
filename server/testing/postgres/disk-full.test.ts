// A PostgreSQL whose disk is really full: writes are refused with that reason, reads go on, and nothing is half written.
import { chownSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formWith } from '#lib/http/user-agent.ts'
import { DISK_IS_FULL } from '#lib/storage-unavailable.ts'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { rowsOf } from '../../storage/postgres/testing/standby.ts'
import { testCluster } from '../cluster.ts'
import { loadedSite, signLaunch } from '../crash/site.ts'
import {
  assertion,
  authorize,
  authorizeQuery,
  bearer,
  browserOf,
  codeOf,
  errorOf,
  exchange,
  tokenAt,
  tokenOf,
} from '../launch-over-http.ts'
import { canMount, type SmallDisk, smallDisk } from '../small-disk.ts'
import { WRITING_SCOPE } from '../writing-app.ts'

const DISK_MB = 96

/** A database whose rows are on a small disk; the log of the server has room. */
async function onSmallDisk() {
  const disk = smallDisk(DISK_MB) as SmallDisk
  onTestFinished(disk.unmount)
  const postgres = await startPostgres({ settings: { autovacuum: 'off' } })
  onTestFinished(postgres.stop)
  const { uid, gid } = statSync(postgres.data)
  const folder = path.join(disk.folder, 'rows')
  mkdirSync(folder)
  for (const one of [disk.folder, folder]) chownSync(one, uid, gid)
  await rowsOf(postgres.url, `CREATE TABLESPACE small LOCATION '${folder}'`)
  await rowsOf(postgres.url, 'CREATE DATABASE slipway TABLESPACE small')
  const cluster = await testCluster({ database: Object.assign(new URL(postgres.url), { pathname: '/slipway' }).href })
  return { disk, cluster, site: await loadedSite(cluster.domain, cluster.publicUrl) }
}

/** The first answer that refuses: a page of a table may have room for some rows more. */
async function untilRefused(ask: () => Promise<Response>): Promise<Response> {
  for (let n = 0; n < 3000; n += 1) {
    const answer = await ask()
    if (answer.status === 503 || (answer.status === 302 && errorOf(answer) !== null)) return answer
    await answer.body?.cancel()
  }
  throw new Error('Nothing was refused: the disk is not full.')
}

describe('a PostgreSQL whose disk is full', () => {
  it.runIf(canMount())('refuses writes for that reason, goes on reading, and has nothing by halves', async () => {
    const { disk, cluster, site } = await onSmallDisk()
    const writer = await tokenAt(site, site.writer, site.publicUrl, WRITING_SCOPE)
    const headers = { authorization: `Bearer ${writer}`, 'content-type': 'application/fhir+json' }
    const created = new Set<string>()
    const create = async () => {
      const body = JSON.stringify({ resourceType: 'Patient', name: [{ text: 'x'.repeat(3000) }] })
      const answer = await fetch(`${site.publicUrl}/fhir/Patient`, { method: 'POST', headers, body })
      if (answer.status === 201) created.add(answer.headers.get('location') ?? '')
      return answer
    }
    const [used, code] = [await assertion(site, site.app), await codeOf(site, site.app, await signLaunch(site))]
    const token = await tokenOf(await bearer(site.publicUrl, used))
    expect([(await create()).status, (await exchange(site, site.app, site.publicUrl, code)).status]).toEqual([201, 200])
    const forms = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const browser = browserOf(site.app)
        const page = await browser.get(
          `${site.publicUrl}/oauth2/authorize?${authorizeQuery(site, site.app, await signLaunch(site))}`,
        )
        return { browser, form: formWith(page, 'username', 'password') }
      }),
    )

    disk.fillUp()
    const unwritten = await untilRefused(create)
    expect([unwritten.headers.get('retry-after'), await unwritten.json()]).toEqual([
      '5',
      expect.objectContaining({
        issue: [expect.objectContaining({ code: 'no-store', diagnostics: expect.stringContaining(DISK_IS_FULL) })],
      }),
    ])
    const refused = await untilRefused(async () => bearer(site.publicUrl, await assertion(site, site.app)))
    expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
      '5',
      expect.objectContaining({ error: 'temporarily_unavailable', error_description: DISK_IS_FULL }),
    ])
    const launched = await untilRefused(async () =>
      authorize(site.publicUrl, authorizeQuery(site, site.app, await signLaunch(site))),
    )
    const { searchParams } = new URL(launched.headers.get('location') ?? '')
    expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([
      'temporarily_unavailable',
      DISK_IS_FULL,
    ])
    const logins: string[] = []
    for (const { browser, form } of forms) {
      if (!form) throw new Error('There was no form.')
      const page = await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
      const error = new URL(page.visits.at(-1)?.location ?? site.publicUrl).searchParams.get('error_description')
      if (page.status === 503) expect(page.text).toContain(DISK_IS_FULL)
      if (page.status === 503 || error !== null) logins.push(error ?? DISK_IS_FULL)
    }
    expect(new Set(logins)).toEqual(new Set([DISK_IS_FULL]))
    const reader = { authorization: `Bearer ${token}` }
    for (const at of ['/fhir/Patient/marijke-jansen', '/fhir/Patient?name=Jansen', '/oauth2/jwks', '/livez'])
      expect([at, (await fetch(site.publicUrl + at, { headers: reader })).status]).toEqual([at, 200])

    disk.makeRoom()
    await expect.poll(async () => (await create()).status).toBe(201)
    await expect.poll(async () => (await bearer(site.publicUrl, await assertion(site, site.app))).status).toBe(200)
    expect((await bearer(site.publicUrl, used)).status, 'a used assertion').toBe(401)
    expect((await exchange(site, site.app, site.publicUrl, code)).status, 'a used code').toBe(400)
    const search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } as const
    const { matches } = await cluster.domain.resources.search({ search, limit: 10_000, mostCounted: 0 })
    const stored = new Set(matches.map(({ id }) => `${site.publicUrl}/fhir/Patient/${id}/_history/1`))
    expect(
      [...created].filter((one) => !stored.has(one)),
      'told and not there',
    ).toEqual([])
    expect((await cluster.domain.audit.verify()).problems).toEqual([])
  })
})
