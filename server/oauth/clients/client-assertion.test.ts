// Client assertions, row by row (conformance A6).
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { expectOAuthError } from '../testing/answers.ts'
import {
  APP,
  AS,
  type AuthorizationServer,
  authorizationServer,
  client,
  OTHER_APP,
  type SigningOptions,
  TOKEN_ENDPOINT,
} from '../testing/authorization-server.ts'
import { signedByHmac, signJwt, withHeader } from '../testing/jwt.ts'
import { testKey } from '../testing/keys.ts'

type Claims = Readonly<Record<string, unknown>>

const shown = async (as: AuthorizationServer, claims: Claims = {}, options: SigningOptions = {}) =>
  as.credentials({ client_assertion: await as.assertion(claims, options) })

const expectAccepted = async (as: AuthorizationServer, claims: Claims = {}, options: SigningOptions = {}) =>
  expect((await shown(as, claims, options)).status).toBe(200)

const usedIds = ({ sql }: AuthorizationServer) => sql.rows('SELECT * FROM used_jti')

/** invalid_client, and no jti is used up by it. */
async function expectRefused(as: AuthorizationServer, claims: Claims = {}, options: SigningOptions = {}) {
  const before = await usedIds(as)
  const text = await expectOAuthError(await shown(as, claims, options), 401, 'invalid_client')
  expect(await usedIds(as)).toEqual(before)
  return text
}

const registerKey = async (as: AuthorizationServer, keys: readonly object[]) =>
  as.registry.saveClient(client({ clientId: APP, jwks: { keys: [...keys] }, roleName: 'reader' }))

describe('client assertion: signature and key', () => {
  it.each(['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'])(
    'AST-01 accepts %s',
    async (alg) => {
      const as = await authorizationServer()
      const key = await testKey('app', alg)
      await registerKey(as, [key.publicJwk])
      await expectAccepted(as, {}, { key })
    },
  )

  it('AST-02 asks for client_assertion and its one type', async () => {
    const as = await authorizationServer()
    const type = 'client_assertion_type'
    for (const changes of [
      { client_assertion: undefined },
      { client_assertion: '' },
      { [type]: undefined },
      { [type]: '' },
      { [type]: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' },
    ])
      await expectOAuthError(await as.credentials(changes), 401, 'invalid_client')
  })

  it('AST-02 names private_key_jwt to a client that authenticates in another way', async () => {
    const as = await authorizationServer()
    const bare = { client_assertion: undefined, client_assertion_type: undefined }
    const basic = { headers: { authorization: `Basic ${Buffer.from(`${APP}:x`).toString('base64')}` } }
    for (const answer of [
      await as.credentials({ ...bare, client_id: APP }),
      await as.credentials({ ...bare, client_id: APP, client_secret: 'x' }),
      await as.credentials(bare, basic),
    ])
      expect(await expectOAuthError(answer, 401, 'invalid_client')).toContain('private_key_jwt is the only method')
  })

  it('AST-03 refuses a text that is no JWT with invalid_client', async () => {
    const as = await authorizationServer()
    const token = await as.assertion()
    const [header, payload, signature] = token.split('.')
    const encode = (text: string) => Buffer.from(text).toString('base64url')
    for (const client_assertion of [
      ' ',
      'a.b',
      'a.b.c',
      `${token}.d.e`,
      `${encode('null')}.${payload}.${signature}`,
      `${encode('[]')}.${payload}.${signature}`,
      `${header}.${encode('[1]')}.${signature}`,
      `${header}.${encode('"x"')}.${signature}`,
      `${header}.${encode('{"a":1,"a":2}')}.${signature}`,
      `${header}.${encode('['.repeat(3000))}.${signature}`,
      `${header}.${encode('{"a":'.repeat(1000))}.${signature}`,
      `${header}.${payload}.`,
      `.${payload}.${signature}`,
      '\u0000',
      'é.é.é',
      'x'.repeat(9000),
    ])
      await expectOAuthError(await as.credentials({ client_assertion }), 401, 'invalid_client')
  })

  it('AST-04 refuses alg none, HMAC with the public key, and unknown algorithms', async () => {
    const as = await authorizationServer()
    const token = await as.assertion()
    const { kid, publicJwk } = as.appKey
    for (const client_assertion of [
      withHeader(token, { alg: 'none' }, ''),
      ...['none', 'None', 'NONE', 'nOnE', '', 'RS1', 'HS256', 'EdDSA', 'es384'].map((alg) =>
        withHeader(token, { alg, kid }),
      ),
      withHeader(token, { kid }),
      withHeader(token, { alg: ['ES384'], kid }),
      signedByHmac(token, JSON.stringify(publicJwk)),
      signedByHmac(token, publicJwk.x ?? ''),
      withHeader(token, { alg: 'ES256', kid }),
      withHeader(token, { alg: 'RS384', kid }),
    ])
      await expectOAuthError(await as.credentials({ client_assertion }), 401, 'invalid_client')
    expect(await usedIds(as)).toEqual([])
  })

  it('AST-14 needs a kid that selects exactly one key, or the only key there is', async () => {
    const as = await authorizationServer()
    const [ec, rsa, second] = [as.appKey, await testKey('app', 'RS384'), await testKey('second')]
    await expectAccepted(as, {}, { header: { kid: undefined } })
    await expectRefused(as, {}, { header: { kid: 'unknown' } })
    await registerKey(as, [rsa.publicJwk, ec.publicJwk])
    await expectAccepted(as, {}, { key: rsa })
    await expectAccepted(as, {}, { key: ec })
    await expectRefused(as, {}, { key: rsa, header: { kid: undefined } })
    await expectRefused(as, {}, { key: rsa, header: { kid: ec.kid } })
    await registerKey(as, [
      { ...ec.publicJwk, kid: 'same' },
      { ...second.publicJwk, kid: 'same' },
    ])
    await expectRefused(as, {}, { key: ec, header: { kid: 'same' } })
    await registerKey(as, [
      { ...rsa.publicJwk, kid: 'same' },
      { ...ec.publicJwk, kid: 'same' },
    ])
    await expectAccepted(as, {}, { key: ec, header: { kid: 'same' } })
    await registerKey(as, [])
    await expectRefused(as)
  })

  it('AST-14 AST-19 says that an unproven assertion has no kid, whichever client it names', async () => {
    const as = await authorizationServer()
    await registerKey(as, [as.appKey.publicJwk, (await testKey('second')).publicJwk])
    const bare = { header: { kid: undefined } }
    const told = await expectRefused(as, {}, bare)
    expect(told).toMatch(/ It has no kid: that is enough only where a single key is registered\.$/)
    expect(await expectRefused(as, { iss: 'nobody', sub: 'nobody' }, bare)).toBe(told)
    expect(await expectRefused(as, {}, { header: { kid: 'unknown' } })).not.toContain('no kid')
  })

  it('AST-15 AST-16 trusts no key that comes with the token, and fetches none', async () => {
    const as = await authorizationServer()
    const key = await testKey('attacker')
    const x5c = ['MIIB']
    for (const header of [
      { jku: 'https://evil.example/jwks' },
      { jwk: key.publicJwk },
      { x5u: 'https://evil.example/x5u' },
      { x5c },
      { kid: as.appKey.kid, jwk: key.publicJwk },
    ])
      await expectRefused(as, {}, { key, header })
    await expectRefused(as, {}, { header: { jku: 'https://evil.example/jwks' } })
    const critical = await expectRefused(as, {}, { header: { crit: ['x'], x: 1 } })
    expect(critical).toContain('crit must be absent')
  })

  it('AST-17 accepts typ JWT, client-authentication+jwt or none, with or without application/', async () => {
    const as = await authorizationServer()
    for (const typ of [undefined, 'JWT', 'jwt', 'client-authentication+jwt', 'application/Client-Authentication+JWT'])
      await expectAccepted(as, {}, { header: { typ } })
    for (const typ of ['at+jwt', 'application/at+jwt', 'application/', 'dpop+jwt', 'logout+jwt', '', 7])
      await expectRefused(as, {}, { header: { typ } })
  })
})

describe('client assertion: claims', () => {
  it('AST-05 iss and sub are both the client_id', async () => {
    const as = await authorizationServer()
    for (const claims of [
      { iss: undefined },
      { sub: undefined },
      { sub: OTHER_APP },
      { iss: OTHER_APP },
      { iss: '', sub: '' },
      { iss: 7, sub: 7 },
    ])
      await expectRefused(as, claims)
  })

  it('AST-06 aud is the token endpoint or the issuer', async () => {
    const as = await authorizationServer()
    await expectAccepted(as, { aud: TOKEN_ENDPOINT })
    await expectAccepted(as, { aud: AS })
    for (const aud of [
      undefined,
      'https://other.example/token',
      `${AS}/`,
      `${TOKEN_ENDPOINT}/`,
      `${TOKEN_ENDPOINT}?x`,
      `${AS}/oauth2/introspect`,
      '',
      7,
      {},
    ])
      await expectRefused(as, { aud })
  })

  it('AST-07 aud is a single value, alone or in a list', async () => {
    const as = await authorizationServer()
    await expectAccepted(as, { aud: [TOKEN_ENDPOINT] })
    for (const aud of [[TOKEN_ENDPOINT, 'https://other.example'], [TOKEN_ENDPOINT, AS], []])
      await expectRefused(as, { aud })
  })

  it('AST-08 AST-09 AST-10 exp is required, at most 300 seconds ahead, with 30 seconds of skew', async () => {
    const as = await authorizationServer()
    const now = numericDate(as.now())
    for (const exp of [now + 300, now + 1, now - 10, now + 330]) await expectAccepted(as, { exp })
    for (const exp of [undefined, now - 31, now - 300, now + 331, now + 3600, String(now + 60), null, 1e300])
      await expectRefused(as, { exp })
  })

  it('AST-10 the refusal says that the clock of the app is ahead, unless only the lifetime is too long', async () => {
    const as = await authorizationServer()
    const now = numericDate(as.now())
    const ahead = 'the clock of the app is ahead'
    expect(await expectRefused(as, { iat: now + 600, exp: now + 660 })).toContain(ahead)
    expect(await expectRefused(as, { iat: now, exp: now + 660 })).not.toContain(ahead)
    expect(await expectRefused(as, { iat: now + 600, exp: now + 3600 })).not.toContain(ahead)
  })

  it('AST-10 the refusal says that a time is in milliseconds', async () => {
    const as = await authorizationServer()
    for (const claim of ['exp', 'iat', 'nbf'])
      expect(await expectRefused(as, { [claim]: as.now() + 60_000 })).toContain(
        `${claim} is in milliseconds; it must be in seconds.`,
      )
  })

  it('AST-11 nbf and iat are optional and may be some seconds ahead', async () => {
    const as = await authorizationServer()
    const now = numericDate(as.now())
    for (const claims of [{ nbf: now + 8 }, { iat: now + 8 }, { iat: now, nbf: now }, { iat: now - 100 }])
      await expectAccepted(as, claims)
    for (const claims of [{ nbf: now + 61 }, { iat: now + 61 }, { nbf: 'x' }, { iat: 'x' }])
      await expectRefused(as, claims)
  })

  it('AST-12 jti is required and good for one use of twenty at once', async () => {
    const as = await authorizationServer()
    for (const jti of [undefined, '', 7, 'x'.repeat(300)]) await expectRefused(as, { jti })
    const client_assertion = await as.assertion()
    const answers = await Promise.all(Array.from({ length: 20 }, () => as.credentials({ client_assertion })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
    as.advance(299_000)
    await expectOAuthError(await as.credentials({ client_assertion }), 401, 'invalid_client')
    const restarted = await authorizationServer({ file: as.file })
    await expectOAuthError(await restarted.credentials({ client_assertion }), 401, 'invalid_client')
  })

  it('AST-13 two clients may use the same jti', async () => {
    const as = await authorizationServer()
    await expectAccepted(as, { jti: 'same' })
    await expectAccepted(as, { jti: 'same', iss: OTHER_APP, sub: OTHER_APP }, { key: await testKey('other') })
    await expectRefused(as, { jti: 'same' })
  })

  it('AST-18 client_id is optional and must be the iss', async () => {
    const as = await authorizationServer()
    expect((await as.credentials({ client_id: APP })).status).toBe(200)
    await expectOAuthError(await as.credentials({ client_id: OTHER_APP }), 401, 'invalid_client')
    await expectOAuthError(await as.credentials({ client_id: '' }), 401, 'invalid_client')
  })

  it('AST-19 reads alike for a bad signature and for a client that is unknown, pending, rejected or disabled', async () => {
    const as = await authorizationServer()
    const texts = [await expectRefused(as, {}, { key: await testKey('attacker'), header: { kid: as.appKey.kid } })]
    texts.push(await expectRefused(as, { iss: 'nobody', sub: 'nobody' }))
    texts.push(await expectRefused(as, { iss: 'nobody', sub: 'nobody' }, { key: await testKey('x', 'ES256') }))
    for (const status of ['pending', 'rejected', 'disabled'] as const) {
      await as.registry.setClientStatus(APP, status)
      texts.push(await expectOAuthError(await shown(as), 401, 'invalid_client'))
    }
    expect(new Set(texts).size).toBe(1)
  })

  it('AST-24 accepts no launch token, id_token or access token as an assertion', async () => {
    const as = await authorizationServer()
    const { id_token } = (await (await as.exchange(await as.code())).json()) as { id_token: string }
    const { access_token } = (await (await as.credentials()).json()) as { access_token: string }
    const launch = await as.launchToken()
    const selfLaunch = await as.launchToken(
      { iss: APP, sub: APP, aud: TOKEN_ENDPOINT, exp: undefined },
      { key: as.appKey },
    )
    for (const client_assertion of [id_token, access_token, launch, selfLaunch])
      await expectOAuthError(await as.credentials({ client_assertion }), 401, 'invalid_client')
  })

  it('refuses a repeated claim, which another parser might read otherwise', async () => {
    const as = await authorizationServer()
    const exp = numericDate(as.now()) + 60
    const text = `{"iss":"${APP}","sub":"${APP}","aud":"${TOKEN_ENDPOINT}","exp":${exp},"jti":"some-jti","aud":"${TOKEN_ENDPOINT}"}`
    const client_assertion = await signJwt({ kid: as.appKey.kid }, text, as.appKey)
    await expectOAuthError(await as.credentials({ client_assertion }), 401, 'invalid_client')
  })
})
