// Introspection, row by row (conformance A10, RFC 7662).
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { expectOAuthError } from '../testing/answers.ts'
import {
  APP,
  AS,
  type AuthorizationServer,
  authorizationServer,
  FD,
  minutes,
  OTHER_APP,
} from '../testing/authorization-server.ts'
import { readJwt, signJwt, withHeader } from '../testing/jwt.ts'
import { testKey } from '../testing/keys.ts'

const accessToken = async (as: AuthorizationServer) =>
  ((await (await as.credentials()).json()) as { access_token: string }).access_token

const exchanged = async (as: AuthorizationServer) =>
  (await (await as.exchange(await as.code({ launch: await as.launchToken({ intent: 'plan' }) }))).json()) as Record<
    string,
    string
  >

const expectInactive = async (response: Response) => {
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('{"active":false}')
}

const byOther = async (as: AuthorizationServer) => ({
  client_assertion: await as.assertion({ iss: OTHER_APP, sub: OTHER_APP }, { key: await testKey('other') }),
})

describe('introspection', () => {
  it('INT-01 INT-10 describes an active access token to any approved client', async () => {
    const as = await authorizationServer()
    const token = await accessToken(as)
    const { jti } = readJwt(token).claims
    const iat = numericDate(as.now())
    const active = {
      active: true,
      scope: 'system/*.rs',
      client_id: APP,
      token_type: 'Bearer',
      exp: iat + 300,
      iat,
      iss: AS,
      sub: APP,
      aud: FD,
      jti,
    }
    const response = await as.introspect(token)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await response.json()).toEqual(active)
    expect(await (await as.introspect(token, await byOther(as))).json()).toEqual(active)
  })

  it('INT-02 describes the launch of a no-op token to its own app only', async () => {
    const as = await authorizationServer()
    const { access_token, id_token } = await exchanged(as)
    const idToken = readJwt(id_token ?? '').claims
    expect(await (await as.introspect(access_token)).json()).toEqual({
      active: true,
      scope: 'launch openid fhirUser',
      client_id: APP,
      token_type: 'Bearer',
      exp: numericDate(as.now()) + 300,
      iat: numericDate(as.now()),
      iss: idToken['iss'],
      sub: idToken['sub'],
      fhirUser: idToken['fhirUser'],
      role: 'patient',
      task: 'Task/intake',
      resource: 'Task/intake',
      patient: 'anna',
      intent: 'plan',
      fhirContext: [{ reference: 'Task/intake' }],
      need_patient_banner: true,
    })
    await expectInactive(await as.introspect(access_token, await byOther(as)))
  })

  it('INT-03 answers active:false and nothing else for all other tokens', async () => {
    const as = await authorizationServer()
    const [token, noop] = [await accessToken(as), (await exchanged(as))['access_token']]
    const key = await testKey('attacker', 'RS256')
    const foreign = withHeader(token, { alg: 'RS256', typ: 'at+jwt', kid: key.kid })
    const { header, claims } = readJwt(token)
    const [own] = as.signingKeys
    for (const bad of [
      'x',
      'a.b.c',
      foreign,
      await signJwt(header, claims, key),
      await signJwt({ ...header, kid: key.kid }, { ...claims, iss: 'https://other.example' }, key),
      await signJwt(header, { ...claims, iss: 'https://other.example' }, own ?? key),
      await signJwt(header, { ...claims, aud: 'https://other.example' }, own ?? key),
      await signJwt({ ...header, typ: 'JWT' }, claims, own ?? key),
      withHeader(token, { alg: 'none', typ: 'at+jwt' }, ''),
      `${token}x`,
      '\u0000',
    ])
      await expectInactive(await as.introspect(bad))
    as.advance(minutes(5))
    await expectInactive(await as.introspect(token))
    await expectInactive(await as.introspect(noop))
  })

  it('INT-03 RBT-18 answers active:false for tokens of a disabled client', async () => {
    const as = await authorizationServer()
    const token = await accessToken(as)
    await as.registry.setClientStatus(APP, 'disabled')
    await expectInactive(await as.introspect(token, await byOther(as)))
  })

  it('KEY-06 answers active:false for tokens of a revoked key, and KEY-05 not for those of a replaced one', async () => {
    const as = await authorizationServer()
    const token = await accessToken(as)
    as.signingKeys.unshift(await testKey('next', 'RS256'))
    expect(await (await as.introspect(token)).json()).toMatchObject({ active: true })
    as.signingKeys.pop()
    await expectInactive(await as.introspect(token))
  })

  it('INT-03 KEY-06 remembers of a token that its signature holds, not that it is active', async () => {
    const as = await authorizationServer()
    const token = await accessToken(as)
    const isActive = async () => expect(await (await as.introspect(token)).json()).toMatchObject({ active: true })
    await isActive()
    await expectInactive(await as.introspect(`${token.slice(0, -4)}AAAA`))
    await as.registry.setClientStatus(APP, 'disabled')
    await expectInactive(await as.introspect(token, await byOther(as)))
    await as.registry.setClientStatus(APP, 'approved')
    const fresh = await accessToken(as)
    expect(await (await as.introspect(fresh)).json()).toMatchObject({ active: true })
    as.advance(minutes(5))
    await expectInactive(await as.introspect(fresh))
  })

  it('INT-04 TOK-08 refuses a caller who does not authenticate', async () => {
    const as = await authorizationServer()
    const token = await accessToken(as)
    const bare = { client_assertion: undefined, client_assertion_type: undefined }
    await expectOAuthError(await as.introspect(token, bare), 401, 'invalid_client')
    await expectOAuthError(await as.introspect(token, { client_assertion: 'x' }), 401, 'invalid_client')
    await expectOAuthError(
      await as.introspect(token, bare, { headers: { authorization: 'Bearer x' } }),
      401,
      'invalid_client',
    )
    await expectOAuthError(
      await as.introspect(token, bare, { headers: { authorization: 'Basic eDp5' } }),
      401,
      'invalid_client',
    )
    const { access_token, id_token } = await exchanged(as)
    for (const bearer of [access_token, id_token])
      await expectOAuthError(
        await as.introspect(token, bare, { headers: { authorization: `Bearer ${bearer}` } }),
        401,
        'invalid_client',
      )
  })

  it('INT-05 accepts an assertion for this or the token endpoint, or a bearer token, but not both', async () => {
    const as = await authorizationServer()
    const token = await accessToken(as)
    const client_assertion = await as.assertion({ aud: `${AS}/oauth2/introspect` })
    expect(await (await as.introspect(token, { client_assertion })).json()).toMatchObject({ active: true })
    const bare = { client_assertion: undefined, client_assertion_type: undefined }
    const bearer = { headers: { authorization: `bearer ${token}` } }
    expect(await (await as.introspect(token, bare, bearer)).json()).toMatchObject({ active: true })
    await expectOAuthError(await as.introspect(token, {}, bearer), 400, 'invalid_request')
    await as.registry.setClientStatus(APP, 'disabled')
    await expectOAuthError(await as.introspect(token, bare, bearer), 401, 'invalid_client')
  })

  it('INT-05 announces both ways to authenticate (RFC 8414 §2)', async () => {
    const as = await authorizationServer()
    const answer = await as.oauth.openidConfiguration(new Request(`${AS}/.well-known/openid-configuration`))
    expect(await answer.json()).toMatchObject({
      introspection_endpoint_auth_methods_supported: ['private_key_jwt', 'Bearer'],
    })
  })

  it('INT-06 INT-07 needs a token, in a form, by POST', async () => {
    const as = await authorizationServer()
    await expectOAuthError(await as.introspect(undefined), 400, 'invalid_request')
    await expectOAuthError(await as.introspect(''), 400, 'invalid_request')
    const token = await accessToken(as)
    await expectOAuthError(await as.introspect(token, { token: [token, token] }), 400, 'invalid_request')
    const get = await as.oauth.introspect(new Request(`${AS}/oauth2/introspect?token=${token}`))
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const query = new Request(`${AS}/oauth2/introspect?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await expectOAuthError(await as.oauth.introspect(query), 400, 'invalid_request')
  })

  it.each(['refresh_token', 'access_token', 'nonsense', ''])('INT-08 ignores the hint %j', async (token_type_hint) => {
    const as = await authorizationServer()
    expect(await (await as.introspect(await accessToken(as), { token_type_hint })).json()).toMatchObject({
      active: true,
    })
    expect(
      await (await as.introspect((await exchanged(as))['access_token'], { token_type_hint })).json(),
    ).toMatchObject({ active: true })
  })

  it('INT-09 describes a launch token to the app that it launches, until it expires', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken({ patient: 'Patient/anna', intent: 'plan' })
    const { claims } = readJwt(launch)
    expect(await (await as.introspect(launch)).json()).toEqual({ active: true, ...claims })
    await expectInactive(await as.introspect(launch, await byOther(as)))
    as.advance(minutes(6))
    await expectInactive(await as.introspect(launch))
  })

  it('INT-11 does not know id_tokens, assertions and codes', async () => {
    const as = await authorizationServer()
    const code = await as.code()
    for (const token of [(await exchanged(as))['id_token'], await as.assertion(), code])
      await expectInactive(await as.introspect(token))
    expect((await as.exchange(code)).status).toBe(200)
  })

  it('INT-12 makes a caller wait after thirty inactive tokens, and no other caller', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const as = await authorizationServer()
    const token = await accessToken(as)
    for (let count = 0; count < 30; count += 1) await expectInactive(await as.introspect('x'))
    const response = await as.introspect(token)
    expect(response.headers.get('retry-after')).toBe('60')
    await expectOAuthError(response, 429, 'temporarily_unavailable')
    expect(await (await as.introspect(token, await byOther(as))).json()).toMatchObject({ active: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await (await as.introspect(token)).json()).toMatchObject({ active: true })
  })

  it('INT-12 makes nobody wait when RATE_LIMIT is off', async () => {
    const as = await authorizationServer({ scanning: false })
    const token = await accessToken(as)
    for (let count = 0; count < 40; count += 1) await expectInactive(await as.introspect('x'))
    expect(await (await as.introspect(token)).json()).toMatchObject({ active: true })
  })

  it('answers a fault of storage as one of ours, not as an inactive token', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    await as.sql.rows('DROP TABLE noop_token')
    await expectOAuthError(await as.introspect(launch), 500, 'server_error')
  })
})
