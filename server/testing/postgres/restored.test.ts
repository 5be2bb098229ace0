// A PostgreSQL that was put back to an earlier moment by its own tools: what was used after it is not good again.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { readConfig } from '../../config/config.ts'
import { databaseFindings } from '../../doctor/database.ts'
import { type Domain, openDomain } from '../../domain/domain.ts'
import type { Jti } from '../../oauth/store.ts'
import { DOMAIN_TEMPLATE, TEST_KEY } from '../../storage/postgres/testing/cluster.ts'
import { relayTo } from '../../storage/postgres/testing/relay.ts'
import { rowsOf, standbyOf } from '../../storage/postgres/testing/standby.ts'
import { temporaryUrl } from '../../storage/postgres/testing/temporary-postgres.ts'
import { launchToken, registerApp } from '../app.ts'
import { temporaryFolder } from '../data-place.ts'
import { assertion, authorizeQuery, bearer, browserOf, codeOf, errorOf, exchange } from '../launch-over-http.ts'

const SITE = { publicUrl: 'http://localhost:3000' }

const configOf = (url: string) =>
  readConfig({
    DATA_DIR: temporaryFolder('slipway-restored-'),
    DATABASE_URL: url,
    SLIPWAY_KEY: TEST_KEY,
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'json',
  })

/** The domain of a URL, which ends with the test or before. */
async function opened(url: string, clock = Date.now): Promise<Domain> {
  const domain = await openDomain(configOf(url), { clock })
  let isOpen = true
  const close = async () => {
    if (isOpen) await domain.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...domain, close }
}

/** Requests to it, without a network. */
const fetchOf = (domain: Domain) => async (input: string | URL | Request, init?: RequestInit) => {
  const request = new Request(input, { redirect: 'manual', ...init })
  return domain.router.handlerFor(new URL(request.url), request.method)?.(request) ?? new Response('a page')
}

/** Claims an id, and tells whether it was the first to. */
const telling = (storage: Domain['storage']) => async (jti: string) => {
  const isFirst = await storage.oauth.replay.claim('assertion', 'app', jti as Jti, Date.now() + 300_000)
  await storage.durable()
  return isFirst
}

/** What a restore is to withdraw: here a session, and what was used, which it does not know. */
async function pending({ storage, portalSessions }: Domain): Promise<void> {
  await portalSessions.begin('somebody', 'session')
  await storage.oauth.replay.claim('launch', 'portal', 'jti' as Jti, Date.now() + 300_000)
  await storage.durable()
}

const SESSIONS =
  'SELECT count(*)::int AS sessions, (SELECT count(*)::int FROM restoration) AS restorations FROM portal_session'
const EVENTS = `SELECT count(*)::int AS n FROM resource_body WHERE body LIKE '%restoration: the database was put back%'`
const isSaid = async (url: string) =>
  (await databaseFindings(configOf(url))).some(({ message }) => message.includes('was put back to an earlier moment'))

describe('a PostgreSQL that is put back to an earlier moment', () => {
  it('ACG-15 LTK-07 as another database is noticed by the next start, which withdraws what may have been used, once', async () => {
    const url = await temporaryUrl(DOMAIN_TEMPLATE)
    const domain = await opened(url)
    await pending(domain)
    await domain.close()
    expect([await isSaid(url), await rowsOf(url, SESSIONS)]).toEqual([false, [{ sessions: 1, restorations: 0 }]])

    const copy = await temporaryUrl(new URL(url).pathname.slice(1)) // What pg_dump and pg_restore make has other tables, too.
    expect(await isSaid(copy)).toBe(true)
    const restored = await opened(copy)
    expect(restored.storage.oauth.restoredAt()).toBeGreaterThan(Date.now() - 300_000)
    await restored.close()
    expect(await rowsOf(copy, SESSIONS)).toEqual([{ sessions: 0, restorations: 1 }])
    expect(await rowsOf(copy, EVENTS)).toEqual([{ n: 1 }])
    const again = await opened(copy)
    await pending(again)
    await again.close()
    expect([await isSaid(copy), await rowsOf(copy, SESSIONS)]).toEqual([false, [{ sessions: 1, restorations: 1 }]])
  })

  it('ACG-15 LTK-07 AST-12 accepts no code, launch token or assertion again that was used after the dump', async () => {
    const url = await temporaryUrl(DOMAIN_TEMPLATE)
    const before = await opened(url)
    const app = await registerApp(before)
    const code = await codeOf(SITE, app, await launchToken(before, app), browserOf(app, fetchOf(before)))
    const [launch, used] = [await launchToken(before, app), await assertion(SITE, app)]
    await before.close()
    const copy = await temporaryUrl(new URL(url).pathname.slice(1))
    const accepted = async (at: string, ahead = 0) => {
      const now = () => Date.now() + ahead
      const domain = await opened(at, now)
      const via = { fetch: fetchOf(domain) }
      const launched = await via.fetch(`${SITE.publicUrl}/oauth2/authorize?${authorizeQuery(SITE, app, launch)}`)
      return {
        code: (await exchange(SITE, app, SITE.publicUrl, code, { ...via, now: now() })).status,
        assertion: (await bearer(SITE.publicUrl, used, via)).status,
        launch: errorOf(launched),
      }
    }
    expect(await accepted(url)).toEqual({ code: 200, assertion: 200, launch: null })
    // When a new assertion is good again, and the code would be.
    expect(await accepted(copy, 35_000)).toEqual({ code: 400, assertion: 401, launch: 'invalid_request' })
  })

  it('by tables that were made anew in the same database is noticed, too', async () => {
    const url = await temporaryUrl(DOMAIN_TEMPLATE)
    const domain = await opened(url)
    await pending(domain)
    await domain.close()
    await rowsOf(
      url,
      `CREATE TABLE anew AS SELECT * FROM registry_state; DROP TABLE registry_state; ALTER TABLE anew RENAME TO registry_state`,
    )
    await (await opened(url)).close()
    expect(await rowsOf(url, SESSIONS)).toEqual([{ sessions: 0, restorations: 1 }])
  })

  it('by a recovery to a point in time is noticed by its new timeline', async () => {
    const postgres = await startPostgres({ settings: {} })
    onTestFinished(postgres.stop)
    const domain = await opened(postgres.url)
    await pending(domain)
    await domain.close()
    await postgres.kill()
    writeFileSync(path.join(postgres.data, 'recovery.signal'), '')
    await postgres.start({ restore_command: 'false' }) // To the end of its own log.
    await expect.poll(() => rowsOf(postgres.url, 'SELECT pg_is_in_recovery() AS is')).toEqual([{ is: false }])
    expect(await isSaid(postgres.url)).toBe(true)
    await (await opened(postgres.url)).close()
    expect(await rowsOf(postgres.url, SESSIONS)).toEqual([{ sessions: 0, restorations: 1 }])
  })

  it('under a process that runs is noticed before that tells anybody anything', async () => {
    const postgres = await startPostgres({ settings: {} })
    onTestFinished(postgres.stop)
    await (await opened(postgres.url)).close()
    await postgres.kill()
    const snapshot = await startPostgres({ settings: {}, copyOf: postgres })
    onTestFinished(snapshot.stop)
    await postgres.start()
    const relay = await relayTo(postgres.url)
    onTestFinished(relay.end)
    const { storage } = await opened(relay.url)
    const told = telling(storage)
    for (let n = 0; n < 500; n += 1) await told(`${n}`)
    relay.leadTo(snapshot.url)
    await expect.poll(() => told('0').catch((error) => error.message)).toMatch(/has another history/)
    expect(storage.oauth.restoredAt()).toBeGreaterThan(0)
    await expect.poll(() => told('after it').catch(() => 'not yet')).toBe(true)
    await expect.poll(() => rowsOf(snapshot.url, EVENTS)).toEqual([{ n: 1 }])
  })

  it('by a standby that was promoted, and that no commit waited for, is noticed by the process that was told of them', async () => {
    const postgres = await startPostgres({ settings: {} })
    onTestFinished(postgres.stop)
    const standby = await standbyOf(postgres)
    const relay = await relayTo(postgres.url)
    onTestFinished(relay.end)
    const { storage } = await opened(relay.url)
    const told = telling(storage)
    expect(await told('one')).toBe(true)
    await postgres.kill('SIGKILL')
    await rowsOf(standby.url, 'SELECT pg_promote()')
    relay.leadTo(standby.url)
    await expect.poll(() => told('two').catch((error) => error.message)).toMatch(/has another history/)
    expect(storage.oauth.restoredAt()).toBeGreaterThan(0)
    expect(await told('three')).toBe(true)
    await expect.poll(() => rowsOf(standby.url, EVENTS)).toEqual([{ n: 1 }])
  })

  it('without a trace of it in the database is said by a command', async () => {
    const url = await temporaryUrl(DOMAIN_TEMPLATE)
    const domain = await opened(url)
    await pending(domain)
    await domain.storage.restorations?.assume()
    await domain.close()
    expect(await rowsOf(url, SESSIONS)).toEqual([{ sessions: 0, restorations: 1 }])
    expect(await rowsOf(url, EVENTS)).toEqual([{ n: 1 }])
  })
})
