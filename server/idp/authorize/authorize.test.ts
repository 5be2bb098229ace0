// The authorization endpoint of the identity provider (OIDC Core §3.1.2).
import { describe, expect, it } from 'vitest'
import { SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { ANNA, answerAt, BRAM, loginForm, PORTAL, testProvider, tokenRequest } from '../testing/provider.ts'

const STATE = 'a state & more = €'

describe('requests that must not be redirected (RFC 9700 §4.1.3, §4.11)', () => {
  it.each([
    ['no client_id', { client_id: undefined }],
    ['an unknown client_id', { client_id: 'nobody' }],
    ['no redirect_uri', { redirect_uri: undefined }],
    ...['/', '?x=1', '#x', '%2e'].map(
      (end) => [`a redirect_uri with ${end} added`, { redirect_uri: `${PORTAL.redirectUris[0]}${end}` }] as const,
    ),
    ['the redirect_uri in capitals', { redirect_uri: 'HTTPS://PORTAL.EXAMPLE/callback' }],
    ['the redirect_uri of another client', { redirect_uri: 'https://server.example/callback' }],
    ['a script as redirect_uri', { redirect_uri: 'javascript:alert(1)//"><script>' }],
  ] as const)('SEC-07 shows a page without redirect for %s', async (_, changed) => {
    const { fetch, authorizeUrl } = await testProvider()
    const answer = await fetch(authorizeUrl(changed))
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).not.toContain('<script')
  })

  it.each(['client_id', 'redirect_uri'])('SEC-07 shows a page when %s came twice', async (name) => {
    const { fetch, authorizeUrl } = await testProvider()
    const again = new URL(authorizeUrl()).searchParams.get(name) ?? ''
    const answer = await fetch(`${authorizeUrl()}&${new URLSearchParams({ [name]: again })}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  })
})

describe('errors that go back to the relying party (OIDC Core §3.1.2.6)', () => {
  it.each([
    ['response_type missing', { response_type: undefined }, 'invalid_request'],
    ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type code id_token', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['response_mode fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['scope missing', { scope: undefined }, 'invalid_scope'],
    ['scope without openid', { scope: 'profile' }, 'invalid_scope'],
    ['scope with a quote', { scope: 'openid "x"' }, 'invalid_scope'],
    ['code_challenge missing', { code_challenge: undefined }, 'invalid_request'],
    ['code_challenge of 42 characters', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['code_challenge_method missing', { code_challenge_method: undefined }, 'invalid_request'],
    ['code_challenge_method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a nonce of 600 characters', { nonce: 'n'.repeat(600) }, 'invalid_request'],
    ['prompt none login', { prompt: 'none login' }, 'invalid_request'],
    ['max_age -1', { max_age: '-1' }, 'invalid_request'],
    ['max_age abc', { max_age: 'abc' }, 'invalid_request'],
    ['request', { request: 'x' }, 'request_not_supported'],
    ['request_uri', { request_uri: 'https://evil.example' }, 'request_uri_not_supported'],
    ['registration', { registration: '{}' }, 'registration_not_supported'],
    ['prompt none while nobody is signed in', { prompt: 'none' }, 'login_required'],
  ])('IDP-19 refuses %s', async (_, changed, error) => {
    const { browser, authorizeUrl, issuer } = await testProvider()
    const answer = await browser().get(authorizeUrl(changed))
    expect(answer.url.startsWith(`${PORTAL.redirectUris[0]}?`)).toBe(true)
    expect(answerAt(answer)).toEqual({ error, error_description: expect.any(String), state: STATE, iss: issuer })
  })

  it('IDP-19 refuses a repeated parameter, and returns no state when state was the repeated one', async () => {
    const { browser, authorizeUrl } = await testProvider()
    expect(answerAt(await browser().get(`${authorizeUrl()}&nonce=2`))).toMatchObject({
      error: 'invalid_request',
      state: STATE,
    })
    expect(answerAt(await browser().get(`${authorizeUrl()}&state=2`))).not.toHaveProperty('state')
  })

  it('IDP-19 does not return a state of more than 2048 characters', async () => {
    const { browser, authorizeUrl } = await testProvider()
    const answer = answerAt(await browser().get(authorizeUrl({ state: 's'.repeat(2049) })))
    expect(answer).toMatchObject({ error: 'invalid_request' })
    expect(answer).not.toHaveProperty('state')
  })
})

describe('a valid authentication request', () => {
  it('IDP-19 ends, after the login page, in a redirect with code, state and iss, and nothing else', async () => {
    const { browser, logIn, issuer } = await testProvider()
    const answer = answerAt(await logIn(browser()))
    expect(answer).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: STATE, iss: issuer })
  })

  it('IDP-19 keeps the query of a registered redirect_uri, and works without state', async () => {
    const { browser, logIn } = await testProvider()
    const answer = await logIn(browser(), ANNA, { redirect_uri: PORTAL.redirectUris[1], state: undefined })
    expect(answer.url).toMatch(/^https:\/\/portal\.example\/other\?tab=1&code=[\w-]{43}&iss=/)
  })

  it.each(['response_mode', 'request', 'request_uri', 'registration', 'max_age', 'prompt', 'nonce', 'login_hint'])(
    'RFC 6749 §3.1 treats %s without a value as left out',
    async (name) => {
      const { browser, openLogin } = await testProvider()
      expect((await openLogin(browser(), { [name]: '' })).status).toBe(200)
    },
  )

  it('IDP-19 ignores parameters it does not know', async () => {
    const { browser, openLogin } = await testProvider()
    expect((await openLogin(browser(), { extra: 'x', display: 'popup', ui_locales: 'se' })).status).toBe(200)
  })

  it('IDP-19 takes the request as a form post, by way of a GET that brings the cookies', async () => {
    const { fetch, authorizeUrl } = await testProvider()
    const [address = '', query = ''] = authorizeUrl({ extra: 'left out' }).split('?')
    const answer = await fetch(address, {
      method: 'POST',
      body: query,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://portal.example' },
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(authorizeUrl())
  })

  it('LIM-05 refuses a form post that no GET could repeat, for want of room in its address', async () => {
    const { fetch, authorizeUrl } = await testProvider()
    const [address = '', query = ''] = authorizeUrl({ client_id: 'x'.repeat(9000) }).split('?')
    const answer = await fetch(address, {
      method: 'POST',
      body: query,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://portal.example' },
    })
    expect(answer.status).toBe(413)
    expect(answer.headers.get('location')).toBeNull()
  })

  it.each(['PUT', 'DELETE', 'PATCH'])('IDP-19 answers %s with 405', async (method) => {
    const { fetch, authorizeUrl } = await testProvider()
    const answer = await fetch(authorizeUrl(), { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  })

  it('IDP-19 keeps a code only as a hash', async () => {
    const { browser, logIn, sql } = await testProvider()
    const { code = '' } = answerAt(await logIn(browser()))
    const rows = await sql.rows('SELECT * FROM idp_code')
    expect(rows).toMatchObject([{ codeHash: sha256(code), usedAt: null }])
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('an authentication request of somebody who is logged in', () => {
  it('IDP-16 gets a code without a second login form, also with prompt=none', async () => {
    const { browser, logIn, authorizeUrl } = await testProvider()
    const anna = browser()
    await logIn(anna)
    const second = await anna.get(authorizeUrl())
    expect(second.visits.map(({ status }) => status)).toEqual([302, 200])
    expect(answerAt(second)).toHaveProperty('code')
    expect(answerAt(await anna.get(authorizeUrl({ prompt: 'none' })))).toHaveProperty('code')
  })

  it('IDP-17 logs in again for prompt=login, as the same person or as another one', async () => {
    const { browser, logIn, openLogin, advance, fetch, issuer } = await testProvider()
    const someone = browser()
    await logIn(someone)
    advance(SECOND)
    const page = await openLogin(someone, { prompt: 'login' })
    expect(page.text).toContain('Anna &lt;Bos&gt;')
    const id = new URL(page.url).searchParams.get('interaction') ?? ''
    const skipped = await someone.get(`${issuer}/authorize?interaction=${id}`)
    expect(skipped.url).toBe(page.url)
    const { code = '' } = answerAt(await someone.submit(loginForm(page), BRAM))
    const { id_token } = await (await fetch(tokenRequest(issuer, { code }))).json()
    expect(JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString())).toMatchObject({ sub: 'account-2' })
  })

  it('IDP-16 asks for a new login when the last one is older than max_age', async () => {
    const { browser, logIn, authorizeUrl, advance } = await testProvider()
    const anna = browser()
    await logIn(anna)
    advance(2 * SECOND)
    expect(answerAt(await anna.get(authorizeUrl({ max_age: '60' })))).toHaveProperty('code')
    expect(answerAt(await anna.get(authorizeUrl({ max_age: '1', prompt: 'none' })))).toMatchObject({
      error: 'login_required',
    })
    expect((await anna.get(authorizeUrl({ max_age: '1' }))).url).toContain('/idp/login')
    expect((await anna.get(authorizeUrl({ max_age: '0' }))).url).toContain('/idp/login')
  })

  it('HEAD gives out no code and stores nothing, whoever is logged in (RFC 9110 §9.2.1)', async () => {
    const { browser, logIn, fetch, authorizeUrl, issuer, sql } = await testProvider()
    const anna = browser()
    await logIn(anna)
    const count = (table: string) => sql.value(`SELECT count(*) FROM ${table}`)
    const before = [await count('idp_code'), await count('idp_interaction')]
    const page = await anna.get(authorizeUrl({ prompt: 'login' }))
    const cookie = anna.cookies(issuer)
    const interaction = new URL(page.url).searchParams.get('interaction') ?? ''
    for (const url of [
      authorizeUrl(),
      authorizeUrl({ prompt: 'login' }),
      `${issuer}/authorize?interaction=${interaction}`,
    ]) {
      const answer = await fetch(new Request(url, { method: 'HEAD', headers: { cookie } }))
      expect(answer.headers.get('location')).toBe(`${issuer}/login`)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect([await count('idp_code'), await count('idp_interaction')]).toEqual([before[0], Number(before[1]) + 1])
    expect((await fetch(new Request(authorizeUrl({ client_id: 'nobody' }), { method: 'HEAD' }))).status).toBe(400)
  })

  it('IDP-16 asks for a new login after eight hours', async () => {
    const { browser, logIn, authorizeUrl, advance } = await testProvider()
    const anna = browser()
    await logIn(anna)
    advance(8 * 3600 * SECOND)
    expect((await anna.get(authorizeUrl())).url).toContain('/idp/login')
  })

  it('AUZ-44 keeps two tabs of one browser apart', async () => {
    const { browser, openLogin } = await testProvider()
    const anna = browser()
    const first = await openLogin(anna, { state: 'first' })
    const second = await openLogin(anna, { state: 'second' })
    expect(answerAt(await anna.submit(loginForm(second), ANNA))).toMatchObject({ state: 'second' })
    expect(answerAt(await anna.submit(loginForm(first), ANNA))).toMatchObject({ state: 'first' })
  })
})
