// The client of the shared identity provider, with proper and hostile answers (conformance A4). Attacks that need a socket:
// hostile-idp.test.ts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { expectErrorRedirect, expectPage400 } from '../testing/answers.ts'
import { ANNA, type AuthorizationServer, authorizationServer, minutes } from '../testing/authorization-server.ts'
import { signedByHmac, withClaims, withHeader } from '../testing/jwt.ts'
import { testKey } from '../testing/keys.ts'
import { withSocketIdp } from '../testing/socket-idp.ts'
import type { IdpBehaviour } from '../testing/test-idp.ts'

const codesOf = (as: AuthorizationServer) => as.sql.rows('SELECT * FROM authorization_code')

/** Logs in at a provider that behaves like that, and expects the error and no code. */
async function expectNoCode(behaviour: IdpBehaviour, error: string, claims = ANNA): Promise<void> {
  const as = await withSocketIdp()
  as.idp.behaviour = behaviour
  expectErrorRedirect(await as.logIn(await as.authorize(), claims), error)
  expect(await codesOf(as)).toEqual([])
}

describe('the way to the provider and back', () => {
  it('IDP-01 IDP-03 sends the verifier of the challenge, its own secret and the exact callback', async () => {
    const as = await withSocketIdp()
    const login = await as.authorize()
    const asked = new URL(login.headers.get('location') ?? '').searchParams
    await as.logIn(login)
    const { form, authorization } = as.idp.lastTokenRequest() ?? {}
    expect(sha256(form?.get('code_verifier') ?? '')).toBe(asked.get('code_challenge'))
    expect(form?.get('redirect_uri')).toBe(asked.get('redirect_uri'))
    expect(authorization).toMatch(/^Basic /)
  })

  it('IDP-02 takes the answer in the browser that asked, and in no other', async () => {
    const as = await withSocketIdp()
    const [mine, other] = [await as.authorize(), await as.authorize()]
    const url = as.idp.logIn(mine.headers.get('location') ?? '', ANNA)
    await expectPage400(await as.callback(url))
    await expectPage400(await as.callback(url, other))
    expect(await codesOf(as)).toEqual([])
    expect((await as.callback(url, mine)).headers.get('location')).toContain('code=')
  })

  it('IDP-02 AUZ-43 accepts one of twenty simultaneous answers', async () => {
    const as = await withSocketIdp()
    const login = await as.authorize()
    const url = as.idp.logIn(login.headers.get('location') ?? '', ANNA)
    const answers = await Promise.all(Array.from({ length: 20 }, () => as.callback(url, login)))
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1)
    expect(await codesOf(as)).toHaveLength(1)
  })

  it('IDP-07 answers a callback without state, with an unknown one or with two by a page', async () => {
    const as = await withSocketIdp()
    const login = await as.authorize()
    const url = new URL(as.idp.logIn(login.headers.get('location') ?? '', ANNA))
    const state = url.searchParams.get('state') ?? ''
    const withStates = (...states: string[]) => {
      url.searchParams.delete('state')
      for (const one of states) url.searchParams.append('state', one)
      return as.callback(url.href, login)
    }
    await expectPage400(await withStates())
    await expectPage400(await withStates(''))
    await expectPage400(await withStates('unknown'))
    await expectPage400(await withStates(state, state))
  })

  it('accepts an answer by GET only', async () => {
    const as = await withSocketIdp()
    const login = await as.authorize()
    const url = as.idp.logIn(login.headers.get('location') ?? '', ANNA)
    for (const method of ['POST', 'HEAD', 'PUT'])
      expect((await as.oauth.callback(new Request(url, { method }))).status).toBe(405)
    expect((await as.callback(url, login)).headers.get('location')).toContain('code=')
  })

  it('clears its cookie', async () => {
    const as = await withSocketIdp()
    const login = await as.authorize()
    const [name] = login.headers.getSetCookie()[0]?.split('=') ?? []
    const done = await as.logIn(login)
    expect(done.headers.getSetCookie()).toEqual([
      `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`,
      expect.stringMatching(/^[\d.]+slipway-logged-in=1; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const refused = await as.logIn(await as.authorize(), {})
    expect(refused.headers.getSetCookie()).toHaveLength(1)
  })

  it('shows a page when the app was disabled meanwhile', async () => {
    const as = await withSocketIdp()
    const login = await as.authorize()
    await as.registry.setClientStatus('app', 'disabled')
    await expectPage400(await as.logIn(login))
    expect(await codesOf(as)).toEqual([])
  })
})

describe('an id_token that does not hold gives no code', () => {
  it.each<[string, IdpBehaviour]>([
    ['IDP-03 another nonce', { claims: { nonce: 'another' } }],
    ['IDP-03 no nonce', { claims: { nonce: undefined } }],
    ['IDP-04 another issuer', { claims: { iss: 'https://evil.example' } }],
    ['IDP-04 no issuer', { claims: { iss: undefined } }],
    ['IDP-04 another audience', { claims: { aud: 'another' } }],
    ['IDP-04 two audiences without azp', { claims: { aud: ['slipway-as', 'another'] } }],
    ['IDP-04 another azp beside the one audience', { claims: { azp: 'another' } }],
    ['IDP-04 another azp', { claims: { aud: ['slipway-as', 'another'], azp: 'another' } }],
    ['IDP-04 no expiry', { claims: { exp: undefined } }],
    ['IDP-04 no sub', { claims: { sub: undefined } }],
    ['IDP-04 no iat', { claims: { iat: undefined } }],
    ['IDP-04 a critical header', { header: { crit: ['x'], x: 1 } }],
    ['IDP-04 an unknown kid', { header: { kid: 'unknown' } }],
    ['IDP-04 no id_token', { idToken: () => undefined }],
    ['IDP-04 no JWT', { idToken: () => 'x' }],
    ['IDP-04 alg none', { idToken: (proper) => withHeader(proper, { alg: 'none' }, '') }],
    [
      'IDP-04 alg none, although the provider offers it',
      {
        metadata: { id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'] },
        idToken: (proper) => withHeader(proper, { alg: 'none' }, ''),
      },
    ],
    ['IDP-04 HMAC with the client secret', { idToken: (proper) => signedByHmac(proper, 'a secret of the test') }],
    [
      'IDP-04 claims that were changed after they were signed',
      { idToken: (proper) => withClaims(proper, { email: 'anna@example.org', email_verified: true }) },
    ],
  ])('%s', async (_, behaviour) => {
    await expectNoCode(behaviour, 'server_error')
  })

  it('IDP-04 another key, under the kid of the provider', async () => {
    const [signWith, proper] = [await testKey('attacker', 'ES256'), await testKey('idp', 'ES256')]
    await expectNoCode({ signWith, header: { kid: proper.kid } }, 'server_error')
    await expectNoCode({ signWith, header: { jwk: signWith.publicJwk } }, 'server_error')
  })

  it('IDP-04 expired, not yet valid, or issued in the future', async () => {
    const now = numericDate(Date.now())
    await expectNoCode({ claims: { iat: now - 600, exp: now - 60 } }, 'server_error')
    await expectNoCode({ claims: { nbf: now + 120 } }, 'server_error')
    await expectNoCode({ claims: { iat: now + 120, exp: now + 400 } }, 'server_error')
    await expectNoCode({ claims: { exp: String(now + 300) } }, 'server_error')
  })

  it('IDP-04 refuses a discovery document of another issuer', async () => {
    const as = await withSocketIdp()
    as.idp.behaviour = { metadata: { issuer: 'https://evil.example' } }
    expectErrorRedirect(await as.authorize(), 'server_error')
  })
})

describe('answers of the provider', () => {
  const answer = async (changes: Record<string, string | undefined>, behaviour: IdpBehaviour = {}) => {
    const as = await withSocketIdp()
    as.idp.behaviour = behaviour
    const login = await as.authorize({ state: 'mine' })
    const url = new URL(as.idp.logIn(login.headers.get('location') ?? '', ANNA))
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    const response = await as.callback(url.href, login)
    if (!response.headers.get('location')?.includes('code=')) expect(await codesOf(as)).toEqual([])
    return response
  }

  it('IDP-05 must name the provider that was asked', async () => {
    await expectPage400(await answer({ iss: 'https://evil.example' }))
    await expectPage400(await answer({ iss: undefined }))
    await expectPage400(await answer({ iss: 'https://evil.example', code: undefined, error: 'access_denied' }))
    const silent = await answer(
      { iss: undefined },
      { metadata: { authorization_response_iss_parameter_supported: false } },
    )
    expect(silent.headers.get('location')).toContain('code=')
  })

  it.each([
    ['access_denied', 'access_denied'],
    ['login_required', 'login_required'],
    ['interaction_required', 'login_required'],
    ['temporarily_unavailable', 'temporarily_unavailable'],
    ['weird', 'server_error'],
    ['', 'server_error'],
    ['<script>"\\', 'server_error'],
  ])('IDP-06 AUZ-31 AUZ-35 maps the error %s to %s', async (error, mapped) => {
    const description = expectErrorRedirect(
      await answer({ code: undefined, error, error_description: 'Secret detail' }),
      mapped,
      { state: 'mine' },
    )
    expect(description).not.toContain('Secret')
    expect(description).not.toContain('script')
  })

  it('refuses an answer without a code', async () => {
    expectErrorRedirect(await answer({ code: undefined }), 'server_error')
    expectErrorRedirect(await answer({ code: 'unknown' }), 'server_error')
  })

  it('AUZ-33 refuses a login older than max_age, and one that prompt=login should have renewed', async () => {
    const as = await withSocketIdp()
    const old = { ...ANNA, auth_time: numericDate(as.now()) - 120 }
    expectErrorRedirect(await as.logIn(await as.authorize({ max_age: '60' }), old), 'login_required')
    expectErrorRedirect(await as.logIn(await as.authorize({ prompt: 'login' }), old), 'login_required')
    expectErrorRedirect(
      await as.logIn(await as.authorize({ max_age: '60' }), { ...ANNA, auth_time: undefined }),
      'server_error',
    )
    const fresh = await as.logIn(await as.authorize({ max_age: '60', prompt: 'login' }))
    expect(fresh.headers.get('location')).toContain('code=')
  })
})

describe('a provider that is slow, broken or unreachable', () => {
  it.each<[string, IdpBehaviour['answer'], string]>([
    ['503', { token: () => new Response(null, { status: 503 }) }, 'temporarily_unavailable'],
    [
      '500 with an OAuth error',
      { token: () => Response.json({ error: 'server_error' }, { status: 500 }) },
      'temporarily_unavailable',
    ],
    [
      'a refusal of the code',
      { token: () => Response.json({ error: 'invalid_grant' }, { status: 400 }) },
      'server_error',
    ],
    ['a page', { token: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }) }, 'server_error'],
    [
      'no JSON',
      { token: () => new Response('{', { headers: { 'content-type': 'application/json' } }) },
      'server_error',
    ],
    ['an endless answer', { token: () => Response.json({ access_token: 'x'.repeat(300_000) }) }, 'server_error'],
    [
      'a redirect',
      { token: () => new Response(null, { status: 307, headers: { location: 'https://evil.example' } }) },
      'temporarily_unavailable',
    ],
    ['no keys', { jwks: () => Response.json({ keys: [] }) }, 'server_error'],
    ['keys that are none', { jwks: () => Response.json({ keys: 'x' }) }, 'server_error'],
    [
      'an error of our own fetch',
      { token: () => Promise.reject(new TypeError('fetch failed')) },
      'temporarily_unavailable',
    ],
  ])('AUZ-37 answers %s as an error, without detail', async (_, answer, error) => {
    await expectNoCode({ answer: answer ?? {} }, error)
  })

  it('IDP-18 asks for the discovery document once in ten minutes, and again after a failure', async () => {
    const as = await withSocketIdp()
    as.idp.behaviour = { answer: { 'openid-configuration': () => new Response(null, { status: 500 }) } }
    expectErrorRedirect(await as.authorize(), 'temporarily_unavailable')
    as.idp.behaviour = {}
    await as.authorize()
    await as.logIn(await as.authorize())
    expect(as.idp.requests).toEqual(['openid-configuration', 'openid-configuration', 'authorize', 'token', 'jwks'])
    as.advance(minutes(11))
    await as.authorize()
    expect(as.idp.requests.at(-1)).toBe('openid-configuration')
  })

  it('IDP-18 asks for the discovery document again after the clock was set back', async () => {
    const as = await withSocketIdp()
    await as.authorize()
    as.advance(-minutes(60))
    await as.authorize()
    expect(as.idp.requests).toEqual(['openid-configuration', 'openid-configuration'])
  })

  it('AUZ-37 reports that nobody listens at its address', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
    await new Promise((resolve) => server.close(resolve))
    const as = await authorizationServer({ idpIssuer: `http://127.0.0.1:${port}`, idpFetch: fetch })
    expectErrorRedirect(await as.authorize(), 'temporarily_unavailable')
  })
})

describe('a claim that is at userinfo (OpenID Connect Core §5.3, §5.4)', () => {
  const answering = async (userinfo: object, claimsFrom: 'auto' | 'id_token' | 'userinfo', claims = {}) => {
    const as = await authorizationServer({ claimsFrom })
    as.idp.behaviour = {
      metadata: { userinfo_endpoint: `${as.idp.issuer}/userinfo` },
      answer: { userinfo: () => Response.json(userinfo) },
    }
    return { as, answer: await as.logIn(await as.authorize(), claims) }
  }
  const OF_ANNA = { sub: 'account-1', ...ANNA }

  it('IDP-08 is read there only if the id_token lacks it or the settings say so', async () => {
    for (const [from, claims, asked] of [
      ['auto', {}, true],
      ['auto', ANNA, false],
      ['userinfo', { preferred_username: 'bram@example.org' }, true],
      ['id_token', ANNA, false],
    ] as const) {
      const { as, answer } = await answering(OF_ANNA, from, claims)
      expect(answer.headers.get('location')).toContain('code=')
      expect([from, as.idp.requests.includes('userinfo')]).toEqual([from, asked])
    }
  })

  it('IDP-08 that is neither in the id_token nor at userinfo fails the check of its own', async () => {
    expect(expectErrorRedirect((await answering({ sub: 'account-1' }, 'auto')).answer, 'access_denied')).toMatch(
      /^idp\.claim: .*preferred_username/,
    )
    expect(expectErrorRedirect((await answering(OF_ANNA, 'id_token')).answer, 'access_denied')).toMatch(/^idp\.claim: /)
  })

  it('IDP-04 is refused when userinfo is about another subject', async () => {
    const { as, answer } = await answering({ ...OF_ANNA, sub: 'account-2' }, 'auto')
    expectErrorRedirect(answer, 'server_error')
    expect(await codesOf(as)).toEqual([])
  })
})
