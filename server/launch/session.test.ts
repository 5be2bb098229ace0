import { describe, expect, it } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { APP, launchOf, receivingApp, type Tab } from '#server/testing/receiving-app.ts'

const sessionCookie = (tab: Tab) => tab.cookies.get('__Host-slipway-app') ?? ''

describe('the session of the app', () => {
  it('is none at first, and no cache keeps the answer', async () => {
    const { app, newTab } = await receivingApp()
    const response = await newTab().send(app.session, '/launch/api/session')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ status: 'none' })
  })

  it('APP-07 is a new one after each launch', async () => {
    const { newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    const first = sessionCookie(tab)
    await tab.launchAndLogIn()
    expect(sessionCookie(tab)).not.toBe(first)
  })

  it('APP-07 has no data of the first user when another one launches', async () => {
    const { domain, newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    domain.idToken = { claims: { sub: 'Patient/2', fhirUser: `${domain.iss}/Patient/2` } }
    domain.context['task'] = 'Task/8'
    const session = await tab.launchAndLogIn()
    expect(session).toMatchObject({ user: 'Patient/2', task: 'Task/8' })
    expect(JSON.stringify(session)).not.toMatch(/Patient\/1|Task\/7|Marijke/)
  })

  it('APP-07 logs the old user out when the launch of another one fails', async () => {
    const { domain, newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    domain.idToken = { claims: { nonce: 'x' } }
    expect(await tab.launchAndLogIn()).toMatchObject({ status: 'failed' })
  })

  it('APP-04 keeps two launches of one browser apart, in whatever order they end', async () => {
    const { app, domain, newTab } = await receivingApp()
    const tab = newTab()
    const [first, second] = [await tab.launch(), await tab.launch()]
    await tab.send(app.callback, domain.logIn(second.href).href)
    expect(await tab.session()).toMatchObject({ status: 'open' })
    await tab.send(app.callback, domain.logIn(first.href).href)
    expect(await tab.session()).toMatchObject({ status: 'open' })
  })

  it('APP-08 holds no token, in the cookies, the JSON, the redirects and the log', async () => {
    const { app, domain, newTab, logged } = await receivingApp()
    const tab = newTab()
    const left = await tab.launch()
    const arrived = await tab.send(app.callback, domain.logIn(left.href).href)
    const read = await tab.send(app.fhir, '/launch/api/fhir?path=Patient/1')
    const seen = [
      ...tab.cookies.values(),
      JSON.stringify(await tab.session()),
      JSON.stringify([...arrived.headers]),
      await read.text(),
      JSON.stringify([...read.headers]),
      logged(),
    ].join('\n')
    expect(domain.secrets.length).toBeGreaterThan(4)
    for (const secret of domain.secrets) expect(seen).not.toContain(secret)
  })

  it('SEC-10 logs neither code, state nor launch token when a launch fails', async () => {
    const { app, domain, newTab, logged } = await receivingApp()
    const tab = newTab()
    const left = await tab.launch()
    domain.idToken = { claims: { nonce: 'x' } }
    await tab.send(app.callback, domain.logIn(left.href).href)
    expect(logged()).toContain('id_token_invalid')
    for (const secret of [...domain.secrets, left.searchParams.get('state') ?? '', launchOf(domain).launch])
      expect(logged()).not.toContain(secret)
  })

  it('SEC-01 is a cookie that no script reads, for one hour', async () => {
    const { app, domain, newTab } = await receivingApp()
    const tab = newTab()
    const response = await tab.send(app.callback, domain.logIn((await tab.launch()).href).href)
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-slipway-app=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/,
    )
  })

  it('is sealed: who holds the cookie reads nothing in it', async () => {
    const { newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    const parts = sessionCookie(tab).split('.')
    expect(parts).toHaveLength(5)
    expect(parts.map((part) => Buffer.from(part, 'base64url').toString('latin1')).join()).not.toMatch(/Patient|Task/)
  })

  it('counts for nothing when it was changed, sealed by another app, or an hour old', async () => {
    const { newTab, advance } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    const good = sessionCookie(tab)
    tab.cookies.set('__Host-slipway-app', `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`)
    expect(await tab.session()).toEqual({ status: 'none' })
    const elsewhere = (await receivingApp()).newTab()
    elsewhere.cookies.set('__Host-slipway-app', good)
    expect(await elsewhere.session()).toEqual({ status: 'none' })
    tab.cookies.set('__Host-slipway-app', good)
    expect(await tab.session()).toMatchObject({ status: 'open' })
    advance(HOUR)
    expect(await tab.session()).toEqual({ status: 'none' })
  })

  it('stays below the 4 KB of a cookie, however much the server says', async () => {
    const { app, domain, newTab } = await receivingApp()
    domain.idToken = { claims: { acr: 'a'.repeat(3000), role: 'patient' } }
    const tab = newTab()
    expect(await tab.launchAndLogIn()).toMatchObject({ status: 'open', user: 'Patient/1', task: 'Task/7' })
    expect(sessionCookie(tab).length).toBeLessThanOrEqual(3500)

    const back = domain.logIn((await tab.launch()).href)
    back.searchParams.set('error', 'e'.repeat(3000))
    back.searchParams.set('error_description', 'd'.repeat(9000))
    await tab.send(app.callback, back.href)
    expect(await tab.session()).toMatchObject({ status: 'failed', step: 'login', failure: 'refused' })
    expect(sessionCookie(tab).length).toBeLessThanOrEqual(3500)
  })

  it('of a usual launch leaves room in the cookie for every detail', async () => {
    const { newTab } = await receivingApp()
    const tab = newTab()
    const session = await tab.launchAndLogIn()
    expect(session.status === 'open' && session.steps.every(({ detail }) => detail !== '')).toBe(true)
    expect(session).toMatchObject({ idToken: { sub: 'Patient/1' } })
  })

  it('APP-13 names the user, and whether the launch came from another site', async () => {
    const { app, domain, newTab } = await receivingApp()
    const tab = newTab()
    const left = await tab.launch(launchOf(domain), { headers: { 'sec-fetch-site': 'cross-site' } })
    await tab.send(app.callback, domain.logIn(left.href).href)
    expect(await tab.session()).toMatchObject({ userName: 'Marijke Jansen', launchedFrom: 'cross-site' })
  })

  it('APP-13 opens without a name when the user cannot be read', async () => {
    const { domain, newTab } = await receivingApp()
    domain.resources.clear()
    const session = await newTab().launchAndLogIn()
    expect(session).toMatchObject({ status: 'open', user: 'Patient/1' })
    expect(session).not.toHaveProperty('userName')
  })
})

describe('ending the session', () => {
  const end = async (headers: Record<string, string>) => {
    const { app, newTab } = await receivingApp()
    const tab = newTab()
    await tab.launchAndLogIn()
    return { tab, response: await tab.send(app.end, '/launch/api/end', { method: 'POST', headers }) }
  }

  it('APP-13 refuses the user: the session is gone', async () => {
    const { tab, response } = await end({ origin: APP })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${APP}/launch`])
    expect(await tab.session()).toEqual({ status: 'none' })
  })

  it.each([
    ['nothing that tells where it is from', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['another origin of the same site', { origin: APP, 'sec-fetch-site': 'same-site' }],
    ['a hidden origin', { origin: 'null' }],
  ])('SEC-08 answers 403 to a form with %s', async (_, headers) => {
    const { tab, response } = await end(headers)
    expect(response.status).toBe(403)
    expect(await tab.session()).toMatchObject({ status: 'open' })
  })

  it('answers GET with 405', async () => {
    const { app, newTab } = await receivingApp()
    expect((await newTab().send(app.end, '/launch/api/end')).status).toBe(405)
  })
})

describe('the keys of the app', () => {
  it('are public, cacheable and without private members', async () => {
    const { app, newTab } = await receivingApp()
    const response = await newTab().send(app.jwks, '/launch/jwks')
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS384', use: 'sig', kid: expect.any(String) })
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(keys[0]).not.toHaveProperty(member)
  })

  it('answers 304 to who has them already', async () => {
    const { app, newTab } = await receivingApp()
    const etag = (await newTab().send(app.jwks, '/launch/jwks')).headers.get('etag') ?? ''
    const again = await newTab().send(app.jwks, '/launch/jwks', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })
})
