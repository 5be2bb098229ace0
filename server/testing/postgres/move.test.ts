// A domain that is moved from a file to PostgreSQL and back is the same domain, in each place.
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createUserAgent } from '#lib/http/user-agent.ts'
import { moveToFile, moveToPostgres } from '../../backup/move.ts'
import { readConfig } from '../../config/config.ts'
import { type Domain, openDomain } from '../../domain/domain.ts'
import type { Jti } from '../../oauth/store.ts'
import { TEST_KEY } from '../../storage/postgres/testing/cluster.ts'
import { temporaryUrl } from '../../storage/postgres/testing/temporary-postgres.ts'
import { PROGRESS } from '../../storage/rows.ts'
import { readFileRows } from '../../storage/sqlite/operations/rows.ts'
import { temporaryFolder } from '../data-place.ts'
import type { FileDomain } from '../file-domain.ts'
import { demoLaunch } from '../launches.ts'

const SITE = { LOG_LEVEL: 'silent', LOG_FORMAT: 'json', RATE_LIMIT: 'off', PUBLIC_URL: 'http://localhost:3000' }

/** Settings for a move between a folder and a database. */
function places(DATA_DIR: string, postgresUrl: string) {
  return { ...readConfig({ ...SITE, DATA_DIR, DATABASE_URL: postgresUrl, SLIPWAY_KEY: TEST_KEY }), postgresUrl }
}

/** The status of a task that a person opens at the portal. */
async function launched(domain: Domain): Promise<string> {
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const handler = domain.router.handlerFor(new URL(request.url), request.method)
    return handler
      ? handler(request)
      : new Response('a page of the interface', { headers: { 'content-type': 'text/html' } })
  }
  const { session } = await demoLaunch({ domain: domain as FileDomain, browser: () => createUserAgent(fetch) })
  return session.status
}

/** The demo in a folder, with more resources, versions, a deletion, and what a launch leaves. */
async function demoFolder(resources: number): Promise<string> {
  const directory = temporaryFolder('slipway-move-')
  cpSync(inject('templateDirectory'), directory, { recursive: true })
  chmodSync(path.join(directory, 'keys'), 0o700)
  const domain = await openDomain(readConfig({ ...SITE, DATA_DIR: directory }))
  const patient = (n: number, family: string) => {
    const parsed = { resourceType: 'Patient', id: `moved-${n}`, name: [{ family }], active: n % 2 === 0 }
    return { type: 'Patient', id: parsed.id, text: JSON.stringify(parsed), parsed }
  }
  const all = Array.from({ length: resources }, (_, n) => patient(n, `Żółć-${n} 🩺`))
  for (let from = 0; from < resources; from += 500)
    await domain.resources.write(all.slice(from, from + 500), Date.now())
  await domain.resources.write([patient(1, 'another name')], Date.now())
  // Ids that strangers chose.
  for (const jti of ['a', '\0a', '\uffff', 'é'])
    await domain.storage.oauth.replay.claim('assertion', 'app', jti as Jti, Date.now() + 1e6)
  expect(await launched(domain)).toBe('open')
  await domain.close()
  return directory
}

/** All rows of a file that are moved, and its keys. */
async function dumpOf(directory: string) {
  const rows = readFileRows(path.join(directory, 'slipway.db'))
  onTestFinished(rows.close)
  const dump: Record<string, unknown[]> = {}
  for (const table of rows.tables) {
    if (PROGRESS.has(table.name)) continue
    dump[table.name] = []
    for await (const some of rows.read(table)) dump[table.name]?.push(...some)
  }
  const keys = path.join(directory, 'keys')
  const files = readdirSync(keys)
    .toSorted()
    .map((name) => [name, readFileSync(path.join(keys, name), 'utf8')])
  return { dump, files }
}

describe('a domain that is moved', () => {
  it('to PostgreSQL and back has equal rows and keys, and launches work in each place', async () => {
    const directory = await demoFolder(3000)
    const [url, target] = [await temporaryUrl('template0'), path.join(temporaryFolder('slipway-move-'), 'data')]

    const moved = await moveToPostgres(places(directory, url))
    expect(moved.rows['resource_body']).toBeGreaterThan(3000)
    expect(moved.rows['audit_link']).toBe(Number(moved.auditHead?.split(':')[0]))
    const there = await dumpOf(directory)
    const back = await moveToFile(places(target, url))
    expect(back.auditHead).toBe(moved.auditHead)
    expect(await dumpOf(target)).toEqual(there)

    for (const env of [
      { DATA_DIR: temporaryFolder('slipway-move-'), DATABASE_URL: url, SLIPWAY_KEY: TEST_KEY },
      { DATA_DIR: target },
    ]) {
      const domain = await openDomain(readConfig({ ...SITE, ...env }))
      onTestFinished(domain.close)
      expect(await launched(domain)).toBe('open')
      expect((await domain.audit.verify()).problems).toEqual([])
    }
  })
  it('is refused where there is one, and while it is in use; a move that fails leaves none', async () => {
    const directory = await demoFolder(1)
    const [url, other] = [await temporaryUrl('template0'), temporaryFolder('slipway-move-')]
    const domain = await openDomain(readConfig({ ...SITE, DATA_DIR: directory }))
    await expect(moveToPostgres(places(directory, url))).rejects.toThrow('is using')
    await domain.close()
    // A file whose audit log was changed by somebody without the key of the log.
    const forged = path.join(temporaryFolder('slipway-move-'), 'forged')
    cpSync(directory, forged, { recursive: true })
    chmodSync(path.join(forged, 'keys'), 0o700)
    writeFileSync(path.join(forged, 'keys', 'audit.secret'), 'x'.repeat(43))
    await expect(moveToPostgres(places(forged, url))).rejects.toThrow('The audit log does not hold')
    await expect(moveToFile(places(other, url))).rejects.toThrow('There is no domain')
    await moveToPostgres(places(directory, url))
    await expect(moveToPostgres(places(directory, url))).rejects.toThrow('There is a domain in the database')
    await expect(moveToFile(places(directory, url))).rejects.toThrow('There is a domain in')
    const wrong = { ...places(other, url), wrappingKeys: [Buffer.alloc(32, 2).toString('base64url')] }
    await expect(moveToFile(wrong)).rejects.toThrow('wrapped by another SLIPWAY_KEY')
    expect(existsSync(path.join(other, 'slipway.db'))).toBe(false)
  })
})
