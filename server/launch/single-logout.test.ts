// Signing out ends what the log-in gave: at the identity provider, in portal and console, and in the demo app, which hears of
// it from the authorization server (OpenID Connect Back-Channel Logout 1.0).
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { formWith, type UserAgent } from '#lib/http/user-agent.ts'
import { signLogoutToken } from '#lib/oauth/logout-token.ts'
import { eventsOf, nameOf } from '#server/testing/audit.ts'
import { type TestDomain, testDomain } from '#server/testing/domain.ts'
import { demoLaunch } from '#server/testing/launches.ts'

const SITE = 'http://localhost:3000'
const MARIJKE = { username: 'marijke@demo.test', password: 'demo' }

const appSession = async (browser: UserAgent) =>
  JSON.parse((await browser.get(`${SITE}/launch/api/session`)).text) as LaunchSession

async function logOut(browser: UserAgent): Promise<void> {
  const form = formWith(await browser.get(`${SITE}/idp/logout`), 'csrf')
  if (!form) throw new Error('Nobody is signed in')
  await browser.submit(form)
}

/** The session at the identity provider in which the newest code was given. */
const sidOf = async ({ domain }: TestDomain) =>
  (await domain.sql.value<string>('SELECT sid FROM idp_code ORDER BY expiresAt DESC LIMIT 1')) ?? ''

/** What is posted to the addresses of relying parties. */
async function spied() {
  const told: { readonly to: string; readonly token: string }[] = []
  const here = await testDomain()
  const { router } = here.domain
  const insideFor = router.insideFor
  Object.assign(router, {
    insideFor: (url: URL, method: string) => {
      const handler = insideFor(url, method)
      if (!handler || !url.pathname.endsWith('/backchannel-logout')) return handler
      return async (request: Request) => {
        const token = new URLSearchParams(await request.clone().text()).get('logout_token') ?? ''
        told.push({ to: url.pathname, token })
        return handler(request)
      }
    },
  })
  return { ...here, told }
}

describe('logging out at the identity provider', () => {
  it('ends the session of the demo app, whose page then has nothing of the record and can write nothing', async () => {
    const here = await testDomain()
    const { browser, page } = await demoLaunch(here)
    const [cookies, session] = [browser.cookies(SITE), new URL(page.url).searchParams.get('session')]
    await logOut(browser)
    expect(await appSession(browser)).toEqual({ status: 'none' })
    const headers = { cookie: cookies, origin: SITE, 'content-type': 'application/json' }
    const read = await here.fetch('/launch/api/fhir?path=Patient/marijke-jansen', { headers })
    const write = await here.fetch('/launch/api/task', {
      ...{ method: 'POST', headers },
      body: JSON.stringify({ session, version: '1', from: 'ready', to: 'in-progress' }),
    })
    expect([read.status, write.status]).toEqual([401, 401])
    expect(await read.text()).not.toContain('Jansen')
    expect((await here.domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.versionId).toBe(1)
  })

  it('leaves the sessions of other browsers, also those of the same person', async () => {
    const here = await testDomain()
    const [{ browser: one }, { browser: other }] = [await demoLaunch(here), await demoLaunch(here)]
    await logOut(one)
    expect(await appSession(one)).toEqual({ status: 'none' })
    expect(await appSession(other)).toMatchObject({ status: 'open' })
  })

  it('tells portal and authorization server, and this one the apps, each with a token of its own', async () => {
    const { told, domain, fetch, ...here } = await spied()
    const { browser } = await demoLaunch({ domain, ...here })
    const sid = await sidOf({ domain, fetch, ...here })
    await logOut(browser)
    expect(told.map(({ to }) => to).sort()).toEqual([
      '/energy/api/backchannel-logout',
      '/launch/api/backchannel-logout',
      '/oauth2/backchannel-logout',
      '/portal/api/backchannel-logout',
    ])
    const keysAt = async (path: string) => (await (await fetch(path)).json()) as JSONWebKeySet
    for (const [to, issuer, audience, jwks] of [
      ['/oauth2/backchannel-logout', `${SITE}/idp`, 'slipway-authorization-server', '/idp/jwks'],
      ['/portal/api/backchannel-logout', `${SITE}/idp`, 'slipway-portal', '/idp/jwks'],
      ['/launch/api/backchannel-logout', SITE, 'demo-app', '/oauth2/jwks'],
      ['/energy/api/backchannel-logout', SITE, 'demo-energy', '/oauth2/jwks'],
    ] as const) {
      const { token = '' } = told.find((one) => one.to === to) ?? {}
      const currentDate = new Date(here.now())
      const { payload } = await jwtVerify(token, createLocalJWKSet(await keysAt(jwks)), {
        ...{ issuer, audience, typ: 'logout+jwt', currentDate },
      })
      expect(payload, to).toMatchObject({ sid })
      expect(payload).not.toHaveProperty('nonce')
    }
    expect(new Set(told.map(({ token }) => decodeJwt(token).jti)).size).toBe(4)
  })

  it('ends the session of portal and console that the log-in gave', async () => {
    const here = await testDomain()
    const { browser } = await demoLaunch(here)
    const { portalSessions } = here.domain
    const [own, other] = [
      await portalSessions.begin('a', await sidOf(here)),
      await portalSessions.begin('a', 'another'),
    ]
    await logOut(browser)
    expect([(await portalSessions.find(own)) !== undefined, (await portalSessions.find(other)) !== undefined]).toEqual([
      false,
      true,
    ])
  })

  it('ends it also when another person logs in in the same browser, and not when the same person does again', async () => {
    const here = await testDomain()
    const { browser } = await demoLaunch(here)
    const session = await here.domain.portalSessions.begin('a', await sidOf(here))
    const logIn = async (who: { readonly username: string; readonly password: string }) => {
      const authorize = await here.domain.idp.authorizationEndpoint()
      const params = new URLSearchParams({
        ...{ client_id: 'slipway-portal', redirect_uri: `${SITE}/api/auth/callback/shared-idp`, response_type: 'code' },
        ...{
          scope: 'openid',
          state: 's',
          code_challenge: 'x'.repeat(43),
          code_challenge_method: 'S256',
          prompt: 'login',
        },
      })
      const form = formWith(await browser.get(`${authorize}?${params}`), 'username', 'password')
      if (!form) throw new Error('There is no login page')
      await browser.submit(form, who)
    }
    await logIn(MARIJKE)
    expect((await here.domain.portalSessions.find(session)) !== undefined).toBe(true)
    expect(await appSession(browser)).toMatchObject({ status: 'open' })
    await logIn({ username: 'bram@demo.test', password: 'demo' })
    expect((await here.domain.portalSessions.find(session)) !== undefined).toBe(false)
    expect(await appSession(browser)).toEqual({ status: 'none' })
  })
})

describe('a logout token that is forged or replayed', () => {
  const post = ({ fetch }: TestDomain, path: string, token: string) =>
    fetch(path, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })

  /** A token of the identity provider or of the authorization server, of the time of the domain. */
  const tokenOf = ({ domain, now }: TestDomain, from: 'idp' | 'oauth', audience: string, sid: string) => {
    const issuer = from === 'idp' ? `${SITE}/idp` : SITE
    return signLogoutToken(
      { issuer, keys: domain.keys.ring(from), clock: now, random: systemRandom },
      { audience, sid },
    )
  }

  it.each([
    ['/launch/api/backchannel-logout', 'oauth', 'demo-app'],
    ['/oauth2/backchannel-logout', 'idp', 'slipway-authorization-server'],
    ['/portal/api/backchannel-logout', 'idp', 'slipway-portal'],
  ] as const)('is refused and told at %s', async (path, from, audience) => {
    const lines: string[] = []
    const note = (facts: object, message: string) => void lines.push(JSON.stringify({ ...facts, message }))
    const here = await testDomain({}, { log: { info: note, warn: note, error: note } })
    const { browser } = await demoLaunch(here)
    const sid = await sidOf(here)
    const forged = [
      await tokenOf(here, from === 'idp' ? 'oauth' : 'idp', audience, sid),
      await tokenOf(here, from, 'another', sid),
      `${await tokenOf(here, from, audience, sid)}x`,
    ]
    for (const token of forged) expect((await post(here, path, token)).status).toBe(400)
    expect(await appSession(browser)).toMatchObject({ status: 'open' })
    expect(lines.filter((line) => line.includes('logout token refused'))).toHaveLength(3)
    const refused = (await eventsOf(here.domain)).filter((event) => nameOf(event) === 'logout' && event.outcome !== '0')
    expect(refused.length, 'in the audit log, where the peer has one').toBe(path.startsWith('/launch') ? 0 : 3)

    const good = await tokenOf(here, from, audience, sid)
    expect([(await post(here, path, good)).status, (await post(here, path, good)).status]).toEqual([200, 400])
    expect(lines.join()).toContain('jti was used before')
  })
})

describe('discovery', () => {
  it.each(['/idp/.well-known/openid-configuration', '/.well-known/openid-configuration'])(
    'of %s says that sessions end by back channel, by their sid',
    async (path) => {
      const { fetch } = await testDomain()
      expect(await (await fetch(path)).json()).toMatchObject({
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: true,
        claims_supported: expect.arrayContaining(['sid']),
      })
    },
  )
})
