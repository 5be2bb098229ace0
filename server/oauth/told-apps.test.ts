// Apps with a backchannel_logout_uri are told of the end of a session, again where they do not answer (OpenID Connect
// Back-Channel Logout 1.0 §2.2, §2.4, §2.5, §2.8).
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { receiver, status } from '../subscriptions/testing/receiver.ts'
import { registerApp } from '../testing/app.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { demoLaunch } from '../testing/launches.ts'

const SITE = 'http://localhost:3000'

/** A domain with an app that wants to know; `logOut` ends a session of Marijke at the identity provider. */
async function withApp(path = '/logout') {
  const here = await testDomain()
  const app = await receiver()
  const { clientId } = await registerApp(here.domain)
  const { registry } = here.domain
  const registered = await registry.find(clientId)
  if (!registered) throw new Error('There is no app')
  const logoutUri = `${app.origin}${path}`
  await registry.editClient({ ...registered, logoutUri, logoutSessionRequired: true })
  const logOut = async () => {
    const { browser } = await demoLaunch(here)
    const form = formWith(await browser.get(`${SITE}/idp/logout`), 'csrf')
    if (!form) throw new Error('Nobody is logged in')
    await browser.submit(form)
  }
  return {
    ...here,
    app,
    registered: { ...registered, logoutUri },
    logOut,
    tell: () => here.domain.peers.oauth.tellApps(),
  }
}

const tokenIn = (body: string): string => new URLSearchParams(body).get('logout_token') ?? ''
const left = ({ domain }: Pick<TestDomain, 'domain'>) => domain.sql.value('SELECT count(*) FROM logout_notice')

describe('an app with a backchannel_logout_uri', () => {
  it('§2.4 §2.5 gets a logout token for it, which a foreign verifier accepts with the published keys', async () => {
    const { app, logOut, fetch, now, ...here } = await withApp('/logout?of=me')
    await logOut()
    expect(app.arrived).toMatchObject([{ method: 'POST', path: '/logout?of=me' }])
    const [{ headers = {}, body = '' } = {}] = app.arrived
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    const jwks = (await (await fetch('/oauth2/jwks')).json()) as JSONWebKeySet
    const { payload } = await jwtVerify(tokenIn(body), createLocalJWKSet(jwks), {
      ...{ issuer: SITE, audience: 'test-app', typ: 'logout+jwt', algorithms: ['RS256'], maxTokenAge: 120 },
      currentDate: new Date(now()),
      requiredClaims: ['sid', 'jti', 'iat', 'exp', 'events'],
    })
    expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
    expect(payload).not.toHaveProperty('nonce')
    expect(payload['sid']).toBe(await here.domain.sql.value('SELECT sid FROM idp_code ORDER BY expiresAt DESC LIMIT 1'))
    expect(await left(here)).toBe(0)
  })

  it('is told again with another token while it does not answer, and no longer after five attempts', async () => {
    const here = await withApp()
    const { app, logOut, tell, advance } = here
    app.answer = status(500)
    await logOut()
    await tell()
    expect([app.arrived.length, await left(here)]).toEqual([1, 1])
    for (const wait of [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE]) {
      advance(wait)
      await tell()
      await tell()
    }
    expect([app.arrived.length, await left(here)]).toEqual([5, 0])
    const ids = app.arrived.map(({ body }) => decodeJwt(tokenIn(body)))
    expect([new Set(ids.map(({ jti }) => jti)).size, new Set(ids.map(({ sid }) => sid)).size]).toEqual([5, 1])
  })

  it('is told once by two processes, and by the next one after a crash during an attempt', async () => {
    const here = await withApp()
    const { app, tell, domain, advance, now } = here
    const elsewhere = await testDomain({}, {}, { directory: domain.config.dataDir, now: now() })
    await domain.storage.oauth.logouts.add('of-a-session')
    await Promise.all([tell(), elsewhere.domain.peers.oauth.tellApps()])
    expect([app.arrived.length, await left(here)]).toEqual([1, 0])
    await domain.storage.oauth.logouts.add('of-another')
    expect(await domain.storage.oauth.logouts.take(30 * SECOND)).toMatchObject({ sid: 'of-another', attempts: 1 })
    await tell()
    expect(app.arrived).toHaveLength(1)
    advance(30 * SECOND)
    await tell()
    expect([app.arrived.length, await left(here)]).toEqual([2, 0])
  })

  it.each([
    ['is disabled', 'disabled', true],
    ['has withdrawn its address', 'approved', false],
  ] as const)('that %s meanwhile is not told', async (_, now, hasAddress) => {
    const { app, registered, tell, ...here } = await withApp()
    await here.domain.storage.oauth.logouts.add('of-a-session')
    const { logoutUri, ...without } = registered
    await here.domain.registry.saveClient({ ...without, status: now, ...(hasAddress ? { logoutUri } : {}) })
    await tell()
    expect([app.arrived.length, await left(here)]).toEqual([0, 0])
  })

  it('SUB-10 is not told at an address in a private network', async () => {
    const app = await receiver()
    const names = { resolve: async () => [{ address: '10.0.0.1', family: 4 }], isInside: () => true }
    const { domain } = await testDomain({}, { names })
    const { clientId } = await registerApp(domain)
    const registered = await domain.registry.find(clientId)
    if (registered) await domain.registry.editClient({ ...registered, logoutUri: `${app.origin}/logout` })
    await domain.storage.oauth.logouts.add('of-a-session')
    await domain.peers.oauth.tellApps()
    expect([app.arrived.length, await left({ domain })]).toEqual([0, 1])
  })
})
