// Every address of the machine interface has a limit, but for the few that are named here (conformance LIM-03, LIM-04).
import { describe, expect, it } from 'vitest'
import { sha256 } from '#lib/crypto/hash.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { launchToken } from '../testing/app.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'
import { wholePathsOf } from './find-route.ts'
import { ROUTES } from './routes.ts'

const MACHINE_PATHS = wholePathsOf(ROUTES)

const QUOTA = 2
const TIGHT = {
  RATE_LIMIT: 'on',
  RATE_LIMIT_TOKEN: String(QUOTA),
  RATE_LIMIT_TOKEN_ADDRESS: String(QUOTA),
  RATE_LIMIT_AUTHORIZE: String(QUOTA),
  RATE_LIMIT_PAGES: String(QUOTA),
  RATE_LIMIT_API: String(QUOTA),
  RATE_LIMIT_FHIR: String(QUOTA),
}

/** Probes of the service, and documents that are the same for everybody. */
const UNLIMITED: readonly string[] = [
  '/livez',
  '/readyz',
  '/metadata',
  '/openapi.json',
  ...MACHINE_PATHS.filter((path) => path.includes('/.well-known/') || path.endsWith('/jwks')),
]

/** Addresses that stand for many, beside those of MACHINE_PATHS. */
const OTHERS = [
  '/launch?iss=x&launch=y',
  '/fhir/Patient',
  '/fhir/DEFAULT/Task',
  '/admin/api/apps',
  '/connect/api/apps',
  '/traces/api',
]
/** These answer GET by 405, which does nothing. */
const POSTED = ['/oauth2/token', '/oauth2/introspect']

async function callsUntilRefused({ url }: RunningDomain, path: string, calls: number): Promise<Response | undefined> {
  for (let n = 0; n < calls; n += 1) {
    const method = POSTED.includes(path) ? 'POST' : 'GET'
    const answer = await fetch(url + path, { method, redirect: 'manual', headers: { 'accept-language': 'nl' } })
    if (answer.status === 429) return answer
    await answer.arrayBuffer()
  }
  return undefined
}

const ADDRESSES = [...MACHINE_PATHS, ...OTHERS]

describe('an address that one caller asks too often', () => {
  it('LIM-03 LIM-04 refuses that caller, whichever address it is', async () => {
    const running = await runningDomain(TIGHT)
    const unlimited: string[] = []
    for (const path of ADDRESSES) {
      const refused = await callsUntilRefused(running, path, QUOTA + 1)
      if (refused) expect([path, Number(refused.headers.get('retry-after'))]).toEqual([path, expect.any(Number)])
      if (refused) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      else unlimited.push(path)
    }
    expect(unlimited.sort()).toEqual(ADDRESSES.filter((path) => UNLIMITED.includes(path)).sort())
  })

  it('LIM-03 says so on a page where a person is, and in JSON where a script asks', async () => {
    const running = await runningDomain(TIGHT)
    const page = await callsUntilRefused(running, '/idp/login', QUOTA + 1)
    expect(page?.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page?.headers.get('cache-control')).toBe('no-store')
    expect(await page?.text()).toContain('Wacht een minuut')
    const json = await callsUntilRefused(running, '/portal/api/me', QUOTA + 1)
    expect(await json?.json()).toMatchObject({ error: 'temporarily_unavailable' })
  })

  it('LIM-04 leaves callers from elsewhere alone, and the peers among themselves', async () => {
    const running = await runningDomain({ ...TIGHT, TRUST_PROXY: 'true' })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address }, redirect: 'manual' as const })
    const path = '/idp/authorize?client_id=nobody'
    for (let n = 0; n <= QUOTA; n += 1) await fetch(running.url + path, from('203.0.113.1'))
    expect((await fetch(running.url + path, from('203.0.113.1'))).status).toBe(429)
    expect((await fetch(running.url + path, from('203.0.113.2'))).status).toBe(400)
  })

  it('LIM-01 refuses nobody when RATE_LIMIT is off', async () => {
    const running = await runningDomain({ ...TIGHT, RATE_LIMIT: 'off' })
    for (const path of ADDRESSES)
      expect([path, await callsUntilRefused(running, path, QUOTA + 2)]).toEqual([path, undefined])
  })
})

describe('a flood from one address', () => {
  it('LIM-03 makes who shares it wait a minute at most in the middle of a log-in, which it does not end', async () => {
    const running = await runningDomain({ RATE_LIMIT: 'on', RATE_LIMIT_PAGES: '8' })
    const browser = running.browser()
    const launch = await launchToken(running.domain, { clientId: 'demo-app' })
    const query = new URLSearchParams({ iss: `${running.url}/fhir/DEFAULT`, launch })
    const form = formWith(await browser.get(`${running.url}/launch?${query}`), 'username', 'password')
    if (!form) throw new Error('No login form')
    const waiting = () => running.domain.sql.values('SELECT idHash FROM idp_interaction')
    const before = await waiting()
    expect(before).toHaveLength(1)
    const flooder = running.browser()
    for (let n = 0; n < 8; n += 1) await flooder.get(`${running.url}/idp/login`)
    const refused = await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await waiting()).toEqual(before)
  })

  it('LIM-04 takes neither the login page nor the launch of somebody else away, even without rate limits', async () => {
    const running = await runningDomain({ RATE_LIMIT: 'off', TRUST_PROXY: 'true' })
    const { sql } = running.domain
    const launch = await launchToken(running.domain, { clientId: 'demo-app' })
    const query = new URLSearchParams({ iss: `${running.url}/fhir/DEFAULT`, launch })
    const from = (address: string, cookie = '') => ({
      headers: { 'x-forwarded-for': address, cookie },
      redirect: 'manual' as const,
    })
    const begun = await fetch(`${running.url}/launch?${query}`, from('203.0.113.1'))
    const authorize = await fetch(begun.headers.get('location') ?? '', from('203.0.113.1'))
    const idp = await fetch(authorize.headers.get('location') ?? '', from('203.0.113.1'))
    const login = idp.headers.get('location') ?? ''
    const cookie = (idp.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const later = new Date(running.now() + 600_000)
    // Rows as a flood leaves them: as many as there is room for, each of the flood's own network.
    await sql.rows(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO idp_interaction (idHash, request, expiresAt, network)
        SELECT 'flood' || i, '{}', ?, '198.51.100.9' FROM n`,
      later,
    )
    await sql.rows(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO pending_launch (stateHash, browserHash, data, expiresAt, network)
        SELECT 'flood' || i, 'b', '{}', ?, '198.51.100.9' FROM n`,
      later,
    )
    for (let n = 0; n < 20; n += 1) {
      await fetch(`${running.url}/launch?iss=${running.url}/fhir/DEFAULT&launch=a.b.${n}`, from('198.51.100.9'))
      await fetch(authorize.headers.get('location') ?? '', from('198.51.100.9'))
    }
    expect((await fetch(login, from('203.0.113.1', cookie))).status).toBe(200)
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    expect(await sql.row('SELECT network FROM pending_launch WHERE stateHash = ?', sha256(state))).toEqual({
      network: '203.0.113.1',
    })
  })
})
