import { describe, expect, it } from 'vitest'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { APP, APP_PAGE, CLIENT_ID, launchOf, receivingApp } from '#server/testing/receiving-app.ts'

const BITS_122 = 21 // base64url characters that hold at least 122 bits

describe('receiving a launch (SMART App Launch 2.2, EHR launch)', () => {
  it('APP-01 starts the flow for a launch by GET', async () => {
    const { domain, newTab } = await receivingApp()
    const authorize = await newTab().launch()
    expect(authorize.origin + authorize.pathname).toBe(domain.configuration['authorization_endpoint'])
  })

  it('APP-01 starts the flow for a launch by form POST, by 303', async () => {
    const { app, domain, newTab } = await receivingApp()
    const response = await newTab().send(app.receive, '/launch', {
      method: 'POST',
      headers: { origin: 'https://portal.example', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams(launchOf(domain)),
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^https:\/\/login\.ehr\.example\/realms\/care\/go\?/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('APP-03 sends what SMART asks for to the authorization endpoint of that domain', async () => {
    const { domain, newTab } = await receivingApp()
    const { searchParams } = await newTab().launch()
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: `${APP}/launch/callback`,
      scope: 'launch openid fhirUser',
      aud: domain.iss,
      launch: launchOf(domain).launch,
      code_challenge_method: 'S256',
    })
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  })

  it('APP-02 accepts the trusted iss with a trailing slash, and sends it as aud exactly so', async () => {
    const { domain, newTab } = await receivingApp()
    const authorize = await newTab().launch({ ...launchOf(domain), iss: `${domain.iss}/` })
    expect(authorize.searchParams.get('aud')).toBe(`${domain.iss}/`)
  })

  it.each([
    'http://169.254.169.254/',
    'https://ehr.example',
    'https://ehr.example/r4/../r4',
    'https://ehr.example/r4//',
    'https://ehr.example/r4?x=1',
    'https://EHR.example/r4',
    'https://ehr.example/r4.evil.example',
    'file:///etc/passwd',
    'not a url',
  ])('APP-02 refuses the iss %s and fetches nothing', async (iss) => {
    const { domain, newTab } = await receivingApp()
    const tab = newTab()
    const location = await tab.launch({ ...launchOf(domain), iss })
    expect(location.href).toMatch(APP_PAGE)
    expect(domain.requests).toEqual([])
    expect(await tab.session()).toMatchObject({ status: 'failed', step: 'launch', failure: 'unknown_iss' })
  })

  it('APP-04 makes a fresh state, nonce and verifier of at least 122 bit for each launch', async () => {
    const { newTab } = await receivingApp()
    const tab = newTab()
    const [one, other] = [(await tab.launch()).searchParams, (await tab.launch()).searchParams]
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name)?.length).toBeGreaterThan(BITS_122)
      expect(one.get(name)).not.toBe(other.get(name))
    }
  })

  it('APP-04 keeps the verifier on the server: the browser gets only its challenge', async () => {
    const { app, domain, newTab } = await receivingApp()
    const tab = newTab()
    const authorize = await tab.launch()
    await tab.send(app.callback, domain.logIn(authorize.href).href)
    const verifier = domain.requestsTo('/tokens')[0]?.form['code_verifier'] ?? ''
    expect(codeChallenge(verifier)).toBe(authorize.searchParams.get('code_challenge'))
    expect(authorize.href).not.toContain(verifier)
    expect([...tab.cookies.values()].join()).not.toContain(verifier)
  })

  it('APP-04 binds each launch to the browser by a cookie of its own, HttpOnly and for 15 minutes', async () => {
    const { app, domain, newTab } = await receivingApp()
    const response = await newTab().send(app.receive, `/launch?${new URLSearchParams(launchOf(domain))}`)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-443\.slipway-launch-[\w-]{16}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=900$/,
      ),
    ])
  })

  it('APP-04 keeps the cookies of the ten newest launches and removes the older ones', async () => {
    const { newTab } = await receivingApp()
    const tab = newTab()
    const begun: string[] = []
    for (let count = 0; count < 15; count += 1) {
      const before = [...tab.cookies.keys()]
      await tab.launch()
      begun.push(...[...tab.cookies.keys()].filter((name) => !before.includes(name)))
    }
    expect([...tab.cookies.keys()]).toEqual(begun.slice(-10))
    expect(await tab.launchAndLogIn()).toMatchObject({ status: 'open' })
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['iss is missing', { launch: 'x' }],
    ['launch is missing', { iss: 'https://ehr.example/r4' }],
    ['launch is empty', { iss: 'https://ehr.example/r4', launch: '' }],
    ['launch is longer than 8 KB', { iss: 'https://ehr.example/r4', launch: 'x'.repeat(8 * 1024 + 1) }],
  ])('refuses a launch whose %s', async (_, params) => {
    const { newTab } = await receivingApp()
    const tab = newTab()
    expect((await tab.launch(params)).href).toMatch(APP_PAGE)
    expect(await tab.session()).toMatchObject({ status: 'failed', step: 'launch', failure: 'missing_parameter' })
  })

  it('refuses parameters that come twice', async () => {
    const { app, domain, newTab } = await receivingApp()
    const tab = newTab()
    await tab.send(
      app.receive,
      `/launch?${new URLSearchParams(launchOf(domain))}&iss=${encodeURIComponent(domain.iss)}`,
    )
    expect(await tab.session()).toMatchObject({ status: 'failed', failure: 'missing_parameter' })
  })

  it.each([
    ['has no token_endpoint', (one: Record<string, unknown>) => delete one['token_endpoint']],
    [
      'has a token_endpoint over plain http',
      (one: Record<string, unknown>) => Object.assign(one, { token_endpoint: 'http://ehr.example/t' }),
    ],
    ['has no issuer', (one: Record<string, unknown>) => delete one['issuer']],
    ['has no jwks_uri', (one: Record<string, unknown>) => delete one['jwks_uri']],
    ['has no authorization_endpoint', (one: Record<string, unknown>) => delete one['authorization_endpoint']],
  ])('stops at discovery when the configuration %s', async (_, spoil) => {
    const { domain, newTab } = await receivingApp()
    spoil(domain.configuration)
    const tab = newTab()
    await tab.launch()
    expect(await tab.session()).toMatchObject({ status: 'failed', step: 'discover', failure: 'discovery_failed' })
  })

  it('stops at discovery when the server does not answer, or answers with a redirect', async () => {
    for (const fetch of [
      async () => Promise.reject(new TypeError('fetch failed')),
      async () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
      async () => new Response('<html>', { status: 200 }),
    ]) {
      const { newTab } = await receivingApp({ fetch })
      const tab = newTab()
      await tab.launch()
      expect(await tab.session()).toMatchObject({ status: 'failed', step: 'discover', failure: 'discovery_failed' })
    }
  })

  it('answers other methods with 405 and Allow', async () => {
    const { app, newTab } = await receivingApp()
    const response = await newTab().send(app.receive, '/launch?iss=x', { method: 'PUT' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })
})
