// The authorize endpoint, row by row (conformance A2).
import { describe, expect, it } from 'vitest'
import { expectErrorRedirect, expectLogin, expectNothingKept, expectPage400 } from '../testing/answers.ts'
import {
  APP,
  AS,
  type AuthorizationServer,
  authorizationServer,
  type Changes,
  client,
  cookiesOf,
  encode,
  FD,
  minutes,
  PLATFORM,
  REDIRECT_URI,
} from '../testing/authorization-server.ts'
import { readJwt } from '../testing/jwt.ts'
import { testKey } from '../testing/keys.ts'

describe('authorize, phase 1: client and redirect_uri are proven before anything is redirected', () => {
  it('AUZ-06 answers a missing client_id with a page', async () => {
    const as = await authorizationServer()
    await expectPage400(await as.authorize({ client_id: undefined }))
  })

  it('AUZ-07 does not tell an unknown client from one that is pending, rejected or disabled', async () => {
    const as = await authorizationServer()
    const pages = [await expectPage400(await as.authorize({ client_id: 'nobody' }))]
    for (const status of ['pending', 'rejected', 'disabled'] as const) {
      await as.registry.setClientStatus(APP, status)
      pages.push(await expectPage400(await as.authorize()))
    }
    expect(new Set(pages).size).toBe(1)
  })

  it('AUZ-08 requires redirect_uri even if only one is registered', async () => {
    const as = await authorizationServer()
    await expectPage400(await as.authorize({ client_id: 'other-app', redirect_uri: undefined }))
  })

  it.each([
    'https://evil.example/callback',
    'https://app.example/callback/',
    'https://app.example/callback/x',
    'https://app.example/callback?foo=bar',
    'https://app.example/callback?',
    'https://APP.example/callback',
    'https://app.example/Callback',
    'http://app.example/callback',
    'https://app.example:443/callback',
    'https://app.example/%63allback',
    'https://app.example/%2e/callback',
    'https://app.example@evil.example/callback',
    'https://evil@app.example/callback',
    'https://app.example/callback#f',
    'https://app.example/callback ',
    'javascript:alert(1)',
    '//app.example/callback',
  ])('AUZ-09 refuses the redirect_uri %s', async (redirect_uri) => {
    const as = await authorizationServer()
    const page = await expectPage400(await as.authorize({ redirect_uri }))
    expect(page).not.toContain('evil')
  })

  it('AUZ-10 refuses a client without registered redirect URIs', async () => {
    const as = await authorizationServer()
    await as.registry.saveClient(client({ clientId: 'bare', jwks: { keys: [as.appKey.publicJwk] } }))
    await expectPage400(await as.authorize({ client_id: 'bare' }))
    await expectPage400(await as.authorize({ client_id: PLATFORM }))
  })

  it('AUZ-11 keeps the query of a registered redirect_uri', async () => {
    const as = await authorizationServer()
    const redirect_uri = 'https://app.example/cb?x=1'
    await as.registry.saveClient(
      client({ clientId: APP, jwks: { keys: [as.appKey.publicJwk] }, redirectUris: [redirect_uri] }),
    )
    const location = (await as.logIn(await as.authorize({ redirect_uri }))).headers.get('location')
    expect(location).toMatch(/^https:\/\/app\.example\/cb\?x=1&code=[^&]+&state=[^&]+&iss=[^&]+$/)
  })

  it.each(['client_id', 'redirect_uri'])('AUZ-27 answers a repeated %s with a page', async (name) => {
    const as = await authorizationServer()
    const value = name === 'client_id' ? APP : REDIRECT_URI
    await expectPage400(await as.authorize({ [name]: [value, value] }))
  })

  it('SEC-12 ERR-08 repeats nothing of the request and says what to do, in the language of the person', async () => {
    const as = await authorizationServer()
    const url = await as.authorizeUrl({ client_id: '<script>alert(1)</script>' })
    const page = await expectPage400(await as.oauth.authorize(new Request(url)))
    expect(page).not.toContain('alert(1)')
    expect(page).toContain('not known here')
    const dutch = await as.oauth.authorize(new Request(url, { headers: { 'accept-language': 'nl-NL,nl;q=0.9' } }))
    expect(await expectPage400(dutch)).toContain('niet bekend')
  })
})

describe('authorize, phase 2: errors reach the app', () => {
  it.each(['request', 'request_uri', 'registration', 'response_mode', 'prompt', 'max_age', 'nonce', 'login_hint'])(
    'RFC 6749 §3.1 takes %s without a value for left out',
    async (name) => {
      const as = await authorizationServer()
      await expectLogin(await as.authorize({ [name]: '' }))
    },
  )

  it('RFC 6749 §3.1 IDT-05 puts no nonce without a value into the id_token', async () => {
    const as = await authorizationServer()
    const { id_token } = await (await as.exchange(await as.code({ nonce: '' }))).json()
    expect(readJwt(id_token).claims).not.toHaveProperty('nonce')
  })

  it.each<[string, Changes, string]>([
    ['AUZ-13 a missing response_type', { response_type: undefined }, 'invalid_request'],
    ['AUZ-14 response_type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['AUZ-14 response_type id_token', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['AUZ-14 response_type code id_token', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['AUZ-14 response_type code token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['AUZ-14 response_type none', { response_type: 'none' }, 'unsupported_response_type'],
    ['AUZ-14 response_type CODE', { response_type: 'CODE' }, 'unsupported_response_type'],
    ['AUZ-15 a missing scope', { scope: undefined }, 'invalid_scope'],
    ['AUZ-16 scope openid alone', { scope: 'openid' }, 'invalid_scope'],
    ['AUZ-16 scope launch openid', { scope: 'launch openid' }, 'invalid_scope'],
    ['AUZ-16 scope with offline_access', { scope: 'launch openid fhirUser offline_access' }, 'invalid_scope'],
    ['AUZ-16 scope with patient/*.rs', { scope: 'launch openid fhirUser patient/*.rs' }, 'invalid_scope'],
    ['AUZ-16 scope in other letters', { scope: 'Launch OpenID fhirUser' }, 'invalid_scope'],
    ['AUZ-17 two spaces', { scope: 'launch  openid fhirUser' }, 'invalid_scope'],
    ['AUZ-17 a tab', { scope: 'launch openid\tfhirUser' }, 'invalid_scope'],
    ['AUZ-17 a quote', { scope: 'launch openid fhirUser "' }, 'invalid_scope'],
    ['AUZ-17 a backslash', { scope: 'launch openid fhirUser \\' }, 'invalid_scope'],
    ['AUZ-17 a control character', { scope: 'launch openid fhirUser \u0001' }, 'invalid_scope'],
    ['AUZ-21 a missing aud', { aud: undefined }, 'invalid_request'],
    ['AUZ-21 an aud of somebody else', { aud: 'https://evil/fhir' }, 'invalid_request'],
    ['AUZ-21 an aud with a path that leads elsewhere', { aud: `${FD}/../x` }, 'invalid_request'],
    ['AUZ-21 an aud that begins like ours', { aud: `${FD}x` }, 'invalid_request'],
    ['AUZ-21 an aud with two trailing slashes', { aud: `${FD}//` }, 'invalid_request'],
    ['AUZ-23 a missing launch', { launch: undefined }, 'invalid_request'],
    ['AUZ-24 a missing code_challenge_method', { code_challenge_method: undefined }, 'invalid_request'],
    ['AUZ-24 code_challenge_method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['AUZ-24 code_challenge_method s256', { code_challenge_method: 's256' }, 'invalid_request'],
    ['AUZ-24 code_challenge_method S512', { code_challenge_method: 'S512' }, 'invalid_request'],
    ['AUZ-25 a missing code_challenge', { code_challenge: undefined }, 'invalid_request'],
    ['AUZ-26 a code_challenge of 42', { code_challenge: 'a'.repeat(42) }, 'invalid_request'],
    ['AUZ-26 a code_challenge of 44', { code_challenge: 'a'.repeat(44) }, 'invalid_request'],
    ['AUZ-26 a code_challenge of 128', { code_challenge: 'a'.repeat(128) }, 'invalid_request'],
    ['AUZ-26 a padded code_challenge', { code_challenge: `${'a'.repeat(42)}=` }, 'invalid_request'],
    ['AUZ-26 base64 in place of base64url', { code_challenge: `${'a'.repeat(41)}+/` }, 'invalid_request'],
    ['AUZ-29 request', { request: 'eyJ' }, 'request_not_supported'],
    ['AUZ-29 request_uri', { request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
    ['AUZ-29 registration', { registration: '{}' }, 'registration_not_supported'],
    ['AUZ-30 response_mode fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['AUZ-30 response_mode form_post', { response_mode: 'form_post' }, 'invalid_request'],
    ['AUZ-30 response_mode jwt', { response_mode: 'jwt' }, 'invalid_request'],
    ['AUZ-32 prompt none with login', { prompt: 'none login' }, 'invalid_request'],
    ['AUZ-32 an unknown prompt', { prompt: 'later' }, 'invalid_request'],
    ['AUZ-33 max_age -1', { max_age: '-1' }, 'invalid_request'],
    ['AUZ-33 max_age abc', { max_age: 'abc' }, 'invalid_request'],
    ['AUZ-34 an endless nonce', { nonce: 'n'.repeat(5000) }, 'invalid_request'],
  ])('refuses %s', async (_, changes, error) => {
    const as = await authorizationServer()
    expectErrorRedirect(await as.authorize({ state: 'the state', ...changes }), error, { state: 'the state' })
    expect(as.idp.requests).toEqual([])
    await expectNothingKept(as)
  })

  it.each([
    ...['response_type', 'scope', 'aud', 'launch', 'code_challenge', 'code_challenge_method', 'nonce', 'prompt'],
    ...['max_age', 'response_mode', 'request', 'request_uri', 'registration', 'login_hint', 'id_token_hint', 'display'],
    ...['ui_locales', 'claims', 'claims_locales', 'acr_values'],
  ])('AUZ-27 refuses a repeated %s, although both values are the same', async (name) => {
    const as = await authorizationServer()
    const url = new URL(await as.authorizeUrl({ state: 'the state' }))
    const value = url.searchParams.get(name) ?? 'query'
    url.searchParams.delete(name)
    for (let times = 0; times < 2; times++) url.searchParams.append(name, value)
    const response = await as.oauth.authorize(new Request(url))
    expect(expectErrorRedirect(response, 'invalid_request', { state: 'the state' })).toContain(
      `${name} must be sent once`,
    )
    await expectNothingKept(as)
  })

  it.each<[string, Changes]>([
    ['AUZ-18 a missing state', { state: undefined }],
    ['AUZ-18 an empty state', { state: '' }],
    ['AUZ-20 a state of 5000 characters', { state: 's'.repeat(5000) }],
    ['AUZ-27 two states', { state: ['a', 'b'] }],
  ])('refuses %s without giving a state back', async (_, changes) => {
    const as = await authorizationServer()
    expectErrorRedirect(await as.authorize(changes), 'invalid_request', { state: false })
    await expectNothingKept(as)
  })

  it('AUZ-19 refuses a state that is no UTF-8, because it could not return it unchanged', async () => {
    const as = await authorizationServer()
    const url = (await as.authorizeUrl({ state: 'here' })).replace('state=here', 'state=%ff%fe')
    expectErrorRedirect(await as.oauth.authorize(new Request(url)), 'invalid_request', { state: false })
    await expectNothingKept(as)
    expectLogin(await as.authorize({ state: '\ufffd' }))
  })

  it('AUZ-19 AUZ-40 AUZ-41 returns the state byte for byte and names the check that refused', async () => {
    const as = await authorizationServer()
    const state = 'a&b=c +€ %00'
    const description = expectErrorRedirect(await as.authorize({ state, aud: undefined }), 'invalid_request', { state })
    expect(description).toMatch(/^authorize\.aud: /)
  })

  it('refuses an app that is not registered to receive launches, by a redirect to its redirect_uri', async () => {
    const as = await authorizationServer()
    await as.registry.saveClient(
      client({
        clientId: PLATFORM,
        kind: 'platform',
        jwks: undefined,
        jwksUrl: undefined,
        redirectUris: [REDIRECT_URI],
      }),
    )
    expectErrorRedirect(await as.authorize({ client_id: PLATFORM }), 'unauthorized_client')
  })

  it('SEC-12 says nothing about a fault of ours', async () => {
    const as = await authorizationServer()
    await as.sql.rows('DROP TABLE authorize_transaction')
    const description = expectErrorRedirect(await as.authorize(), 'server_error')
    expect(description).toBe('The server could not complete the request.')
    expect(as.log.join()).toMatch(/no such table|relation .* does not exist/)
  })
})

describe('authorize, before the launch is proven', () => {
  const unproven = async (as: AuthorizationServer): Promise<readonly [string, Changes][]> => [
    ['no launch', { launch: undefined }],
    ['no launch and a wrong scope', { launch: undefined, scope: 'openid' }],
    ['a launch that is none', { launch: 'x' }],
    ['a forged launch', { launch: await as.launchToken({}, { key: as.appKey, header: { kid: as.platformKey.kid } }) }],
    ['the launch of another app', { launch: await as.launchToken({ aud: 'Device/other-app' }) }],
    ['an expired launch', { launch: await as.launchToken({ iat: 1, exp: 2 }) }],
    ['two launches', { launch: [await as.launchToken(), await as.launchToken()] }],
  ]

  it('AUZ-45 redirects the error to the app by default', async () => {
    const as = await authorizationServer()
    for (const [what, changes] of await unproven(as)) {
      const error = 'scope' in changes ? 'invalid_scope' : 'invalid_request'
      expectErrorRedirect(await as.authorize({ state: what, ...changes }), error, { state: what })
    }
    await expectNothingKept(as)
  })

  it('AUZ-45 shows a page with AUTHORIZE_ERRORS=page: without a launch of a platform this server redirects nobody', async () => {
    const as = await authorizationServer({ unprovenErrorsStay: true })
    for (const [, changes] of await unproven(as)) await expectPage400(await as.authorize({ state: 's', ...changes }))
    const url = await as.authorizeUrl({ launch: 'x' })
    const dutch = await as.oauth.authorize(new Request(url, { headers: { 'accept-language': 'nl' } }))
    expect(await expectPage400(dutch)).toContain('niet van een portaal uit dit zorgdomein')
    await expectNothingKept(as)
  })

  it.each([
    ['a good launch with a bad parameter', {}, { scope: 'openid' }],
    ['a launch of an hour ago', { iat: 1, exp: 300 }, {}],
    ['a launch whose task is gone', { resource: 'Task/gone' }, {}],
    ['a forged launch', { forged: true }, {}],
  ] as const)('AUZ-45 looks at a signature once: %s', async (_, claims, changes) => {
    for (const unprovenErrorsStay of [true, false]) {
      let fetched = 0
      // Keys that may not be cached are fetched for each verification.
      const fetch = async () => {
        fetched += 1
        return Response.json({ keys: [key.publicJwk] }, { headers: { 'cache-control': 'no-store' } })
      }
      const as = await authorizationServer({ fetch, unprovenErrorsStay })
      const [key, forger] = [as.platformKey, await testKey('forger')]
      await as.registry.saveClient(
        client({ clientId: PLATFORM, kind: 'platform', jwksUrl: 'https://portal.example/jwks' }),
      )
      const signing = 'forged' in claims ? { key: { ...forger, kid: key.kid } } : {}
      const answer = await as.authorize({ launch: await as.launchToken(claims, signing), ...changes })
      expect(answer.status).not.toBe(200)
      expect([unprovenErrorsStay, fetched]).toEqual([unprovenErrorsStay, 1])
    }
  })

  it('AUZ-45 redirects the error with AUTHORIZE_ERRORS=page, too, once the launch is proven', async () => {
    const as = await authorizationServer({ unprovenErrorsStay: true })
    expectErrorRedirect(await as.authorize({ scope: 'openid' }), 'invalid_scope')
    expectErrorRedirect(await as.authorize({ state: undefined }), 'invalid_request', { state: false })
    expectErrorRedirect(
      await as.authorize({ launch: await as.launchToken({ sub: 'Patient/nobody' }) }),
      'invalid_request',
    )
    const launch = await as.launchToken()
    expectLogin(await as.authorize({ launch }))
    expectErrorRedirect(await as.authorize({ launch }), 'invalid_request')
    expectErrorRedirect(await as.logIn(await as.authorize(), {}), 'access_denied')
    expect((await as.logIn(await as.authorize())).headers.get('location')).toContain('code=')
  })
})

describe('authorize, a valid request', () => {
  it('AUZ-01 IDP-01 IDP-03 goes to the identity provider with state, nonce and PKCE of its own', async () => {
    const as = await authorizationServer()
    const { searchParams } = expectLogin(await as.authorize({ state: 'mine', nonce: 'mine' }))
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'slipway-as',
      login_hint: 'anna@example.org',
      redirect_uri: `${AS}/oauth2/callback`,
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  it('AUZ-02 AUZ-03 DIS-11 ends with code, state and iss at the redirect_uri, and nothing else', async () => {
    const as = await authorizationServer()
    const response = await as.logIn(await as.authorize({ state: 'a&b=c +€' }))
    expect(response.status).toBe(302)
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.href.startsWith(`${REDIRECT_URI}?`)).toBe(true)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'a&b=c +€',
      iss: AS,
    })
    expect(location.hash).toBe('')
  })

  it('AUZ-04 SEC-11 accepts the same request as a form and answers 303', async () => {
    const as = await authorizationServer()
    const url = new URL(await as.authorizeUrl())
    const post = (body: string, type = 'application/x-www-form-urlencoded') =>
      as.oauth.authorize(
        new Request(`${AS}/oauth2/authorize`, { method: 'POST', body, headers: { 'content-type': type } }),
      )
    const response = await post(url.search.slice(1))
    expect(response.status).toBe(303)
    expectLogin(response)
    await expectPage400(await post('{}', 'application/json'))
    await expectPage400(await post('a'.repeat(70_000)), 413)
    const error = await post(encode({ client_id: APP, redirect_uri: REDIRECT_URI, state: 's' }))
    expect(error.status).toBe(303)
    expectErrorRedirect(error, 'invalid_request')
  })

  it.each(['PUT', 'DELETE', 'PATCH'])('AUZ-05 refuses %s', async (method) => {
    const as = await authorizationServer()
    const response = await as.oauth.authorize(new Request(await as.authorizeUrl(), { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
  })

  it('AUZ-05 HOC-09 answers OPTIONS without CORS, and HEAD without consuming the launch', async () => {
    const as = await authorizationServer()
    const url = await as.authorizeUrl()
    const options = await as.oauth.authorize(
      new Request(url, { method: 'OPTIONS', headers: { origin: 'https://x.example' } }),
    )
    expect(options.status).toBe(204)
    expect([...options.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    const head = await as.oauth.authorize(new Request(url, { method: 'HEAD' }))
    expectLogin(head)
    expect(head.headers.getSetCookie()).toEqual([])
    expectLogin(await as.oauth.authorize(new Request(url)))
  })

  it.each(['fhirUser openid launch', 'openid launch fhirUser launch'])('AUZ-16 accepts scope %s', async (scope) => {
    const as = await authorizationServer()
    expectLogin(await as.authorize({ scope }))
  })

  it('AUZ-20 accepts a state of 1000 and of 2048 characters', async () => {
    const as = await authorizationServer()
    expectLogin(await as.authorize({ state: 's'.repeat(1000) }))
    expectLogin(await as.authorize({ state: 's'.repeat(2048) }))
  })

  it.each([AS, `${AS}/`, `${AS}/fhir`, `${AS}/fhir/`, FD, `${FD}/`])('AUZ-22 accepts aud %s', async (aud) => {
    const as = await authorizationServer()
    expectLogin(await as.authorize({ aud }))
  })

  it.each<Changes>([
    { extra: 'foobar' },
    { display: 'popup' },
    { ui_locales: 'se' },
    { claims_locales: 'se' },
    { acr_values: '1' },
    { extra: ['a', 'b'] },
    { response_mode: 'query' },
  ])('AUZ-28 ignores %j', async (changes) => {
    const as = await authorizationServer()
    expectLogin(await as.authorize(changes))
  })

  it('AUZ-28 AUZ-31 AUZ-32 AUZ-33 passes login_hint, prompt and max_age on to the identity provider', async () => {
    const as = await authorizationServer()
    as.resources['Patient/anna'] = { resourceType: 'Patient', id: 'anna' } // Without a user name.
    const login = expectLogin(await as.authorize({ login_hint: 'x', prompt: 'login', max_age: '1' }))
    expect(Object.fromEntries(login.searchParams)).toMatchObject({ login_hint: 'x', prompt: 'login', max_age: '1' })
    expect(expectLogin(await as.authorize({ prompt: 'none' })).searchParams.get('prompt')).toBe('none')
  })

  it('IDP-17 sends the person of the launch as login_hint, whatever login_hint the app sent', async () => {
    const as = await authorizationServer()
    for (const hint of [{}, { login_hint: 'bram@example.org' }])
      expect(expectLogin(await as.authorize(hint)).searchParams.get('login_hint')).toBe('anna@example.org')
  })

  it.each([undefined, 'n'.repeat(64), 'n'.repeat(384)])(
    'AUZ-34 IDT-05 echoes the nonce if one was sent',
    async (nonce) => {
      const as = await authorizationServer()
      const body = (await (await as.exchange(await as.code({ nonce }))).json()) as { id_token: string }
      expect(readJwt(body.id_token).claims['nonce']).toBe(nonce)
    },
  )

  it('AUZ-38 AUZ-39 issues an unguessable code only after the login, and stores its hash', async () => {
    const as = await authorizationServer()
    const rows = () => as.sql.rows('SELECT * FROM authorization_code')
    const login = await as.authorize()
    expect(await rows()).toEqual([])
    await as.logIn(login)
    const codes = await Promise.all(Array.from({ length: 20 }, () => as.code()))
    expect(new Set(codes).size).toBe(20)
    for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await rows()).toHaveLength(21)
    for (const code of codes) expect(JSON.stringify(await rows())).not.toContain(code)
  })

  it('AUZ-42 SEC-03 SEC-04 sends no answer that may be cached, framed or named as referrer', async () => {
    const as = await authorizationServer()
    const login = await as.authorize()
    const answers = [
      login,
      await as.authorize({ client_id: undefined }),
      await as.authorize({ aud: undefined }),
      await as.oauth.authorize(new Request(await as.authorizeUrl(), { method: 'PUT' })),
      await as.oauth.authorize(new Request(await as.authorizeUrl(), { method: 'OPTIONS' })),
      await as.logIn(login),
      await as.logIn(login),
    ]
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toContain('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('AUZ-43 accepts the end of a login once, within ten minutes', async () => {
    const as = await authorizationServer()
    const login = await as.authorize()
    const url = as.idp.logIn(login.headers.get('location') ?? '')
    const late = await as.authorize()
    expect((await as.callback(url, login)).headers.get('location')).toContain('error=access_denied')
    await expectPage400(await as.callback(url, login))
    as.advance(minutes(11))
    await expectPage400(await as.logIn(late))
  })

  it('AUZ-44 keeps two launches of one browser apart', async () => {
    const as = await authorizationServer()
    const first = await as.authorize({ state: 'first' })
    as.resources['Task/of-bram'] = { resourceType: 'Task', id: 'of-bram', for: { reference: 'Patient/bram' } }
    const launch = await as.launchToken({ sub: 'Patient/bram', resource: 'Task/of-bram' })
    const second = await as.authorize({ state: 'second', launch })
    const cookie = `${cookiesOf(first)}; ${cookiesOf(second)}`
    const comeBack = async (login: Response, username: string) => {
      const url = as.idp.logIn(login.headers.get('location') ?? '', { preferred_username: username })
      const response = await as.oauth.callback(new Request(url, { headers: { cookie } }))
      return new URL(response.headers.get('location') ?? '').searchParams
    }
    const bram = await comeBack(second, 'bram@example.org')
    const anna = await comeBack(first, 'anna@example.org')
    expect([bram.get('state'), anna.get('state')]).toEqual(['second', 'first'])
    const subjects = await Promise.all(
      [bram, anna].map(async (params) => (await (await as.exchange(params.get('code') ?? '')).json()).sub),
    )
    expect(subjects).toEqual(['Patient/bram', 'Patient/anna'])
  })

  it('SEC-01 sets a cookie that only this server receives and no script reads', async () => {
    const as = await authorizationServer()
    const [cookie] = (await as.authorize()).headers.getSetCookie()
    expect(cookie).toMatch(/^3000\.slipway-tx-[\w-]{16}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  })

  it('SEC-10 writes no state, launch, code or nonce into the log', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    const login = await as.authorize({ state: 'the-secret-state', nonce: 'the-secret-nonce', launch })
    const done = new URL((await as.logIn(login)).headers.get('location') ?? '')
    const token = (await (await as.exchange(done.searchParams.get('code') ?? '')).json()) as Record<string, string>
    const secrets = [
      'the-secret-state',
      'the-secret-nonce',
      launch,
      launch.split('.')[2],
      done.searchParams.get('code'),
    ]
    for (const secret of [...secrets, token['access_token'], token['id_token'], 'anna@example.org'])
      expect(as.log.join('\n')).not.toContain(secret)
  })
})
