// The token endpoint of the identity provider (OIDC Core §3.1.3, RFC 6749 §4.1.3, RFC 7636 §4.6).
import { createLocalJWKSet, decodeProtectedHeader, generateKeyPair, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { SECOND } from '#lib/clock.ts'
import { fillDisk } from '../../testing/refusing.ts'
import { ANNA, answerAt, keyRing, PORTAL, SERVER, testProvider, tokenRequest } from '../testing/provider.ts'

const basic = (id: string, secret: string) => {
  const encoded = [id, secret].map((part) => new URLSearchParams({ '': part }).toString().slice(1)).join(':')
  return { authorization: `Basic ${Buffer.from(encoded).toString('base64')}` }
}

const BY_HEADER = { client_id: undefined, client_secret: undefined }

async function loggedIn(changes?: Parameters<typeof testProvider>[0]) {
  const provider = await testProvider(changes)
  const { code = '' } = answerAt(await provider.logIn(provider.browser()))
  const exchange = (
    form: Readonly<Record<string, string | undefined>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) => provider.fetch(tokenRequest(provider.issuer, { code, ...form }, headers))
  return { ...provider, code, exchange }
}

describe('exchanging a code for an id_token', () => {
  it('RFC 6749 §3.2 treats a parameter without a value as left out', async () => {
    const { exchange } = await loggedIn()
    const answer = await exchange(
      { client_id: '', client_secret: '', resource: '' },
      basic(PORTAL.clientId, PORTAL.clientSecret),
    )
    expect(answer.status).toBe(200)
  })

  it('IDP-19 signs who logged in, for whom and when, with RS256', async () => {
    const { exchange, issuer, now } = await loggedIn()
    const answer = await exchange()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('pragma')).toBe('no-cache')
    const body = await answer.json()
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'openid',
      id_token: expect.any(String),
    })
    const keys = createLocalJWKSet({ keys: [...(await (await keyRing()).publicJwks()).keys] })
    const { payload, protectedHeader } = await jwtVerify(body.id_token, keys, {
      algorithms: ['RS256'],
      issuer,
      audience: PORTAL.clientId,
      currentDate: new Date(now()),
    })
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
    expect(payload).toEqual({
      iss: issuer,
      sub: 'account-1',
      aud: PORTAL.clientId,
      iat: now() / 1000,
      exp: now() / 1000 + 300,
      auth_time: now() / 1000,
      nonce: 'a nonce',
      sid: expect.stringMatching(/^[\w-]{43}$/),
      jti: expect.any(String),
      preferred_username: ANNA.username,
      name: ANNA.name,
      role: 'patient',
      email: ANNA.username,
      email_verified: false,
    })
  })

  it('signs for a relying party that registered another algorithm with its keys (id_token_signed_response_alg)', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const idTokenKeys = { active: async () => ({ kid: 'own', alg: 'ES256', privateKey }) }
    const { exchange } = await loggedIn({ relyingParties: [{ ...PORTAL, idTokenKeys }] })
    expect(decodeProtectedHeader((await (await exchange()).json()).id_token)).toMatchObject({
      alg: 'ES256',
      kid: 'own',
    })
  })

  it('IDP-19 takes client_secret_basic with form-encoded parts', async () => {
    const { exchange } = await loggedIn()
    expect((await exchange(BY_HEADER, basic(PORTAL.clientId, PORTAL.clientSecret))).status).toBe(200)
  })

  it('IDP-19 lets a code be used once, also when 20 exchanges race', async () => {
    const { exchange } = await loggedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await exchange()
    expect(late.status).toBe(400)
    expect(await late.json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('IDP-19 refuses a code after 60 seconds', async () => {
    const { exchange, advance } = await loggedIn()
    advance(60 * SECOND)
    expect(await (await exchange()).json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('IDP-19 refuses a code of another client, and burns it', async () => {
    const { exchange } = await loggedIn()
    const stranger = await exchange({ client_id: SERVER.clientId, client_secret: SERVER.clientSecret })
    expect(await stranger.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await exchange()).status).toBe(400)
  })

  it('IDP-19 refuses the code of an account that is gone', async () => {
    const { exchange, sql } = await loggedIn()
    await sql.rows('DELETE FROM account WHERE username = ?', ANNA.username)
    expect(await (await exchange()).json()).toMatchObject({ error: 'invalid_grant' })
  })

  it.each([
    ['an unknown code', { code: 'unknown' }, 'invalid_grant'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['no redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
    ['another redirect_uri', { redirect_uri: PORTAL.redirectUris[1] }, 'invalid_grant'],
    ['no code_verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['a wrong code_verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['no grant_type', { grant_type: undefined }, 'invalid_request'],
    ['grant_type password', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('IDP-19 refuses %s', async (_, changed, error) => {
    const { exchange } = await loggedIn()
    const answer = await exchange(changed)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ error, error_description: expect.any(String) })
  })
})

describe('client authentication at the token endpoint (RFC 6749 §2.3)', () => {
  it.each([
    ['a wrong secret', { client_secret: 'wrong' }, {}],
    ['no secret', { client_secret: undefined }, {}],
    ['an unknown client', { client_id: 'nobody' }, {}],
    ['an unknown client without a secret', { client_id: 'nobody', client_secret: '' }, {}],
    ['a wrong secret in the header', BY_HEADER, basic(PORTAL.clientId, 'wrong')],
    ['a header that cannot be read', BY_HEADER, { authorization: 'Basic %%%' }],
    ['another scheme', BY_HEADER, { authorization: 'Bearer x' }],
  ])('SEC-14 refuses %s with 401 and the scheme that works', async (_, changed, headers) => {
    const { exchange } = await loggedIn()
    const answer = await exchange(changed, headers)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="idp", error="invalid_client"')
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' })
    expect((await exchange()).status).toBe(200)
  })

  it('SEC-14 refuses two ways of authentication at once, and two names', async () => {
    const { exchange } = await loggedIn()
    const header = basic(PORTAL.clientId, PORTAL.clientSecret)
    expect(await (await exchange({}, header)).json()).toMatchObject({ error: 'invalid_request' })
    const two = { client_id: SERVER.clientId, client_secret: undefined }
    expect(await (await exchange(two, header)).json()).toMatchObject({ error: 'invalid_request' })
  })
})

describe('a token request that cannot be answered', () => {
  it('ERR-07 is told that the disk is full, in the words of every other write', async () => {
    const { exchange, ...opened } = await loggedIn()
    await fillDisk(opened, 'idp_code')
    const answer = await exchange()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({
      error: 'temporarily_unavailable',
      error_description: 'The disk of the server is full: nothing was stored.',
    })
  })
})

describe('the shape of a token request', () => {
  it('IDP-19 answers GET with 405', async () => {
    const { fetch, issuer } = await testProvider()
    const answer = await fetch(`${issuer}/token?grant_type=authorization_code`)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  })

  it.each(['application/json', 'multipart/form-data; boundary=x'])('IDP-19 refuses %s', async (type) => {
    const { exchange } = await loggedIn()
    expect(await (await exchange({}, { 'content-type': type })).json()).toMatchObject({ error: 'invalid_request' })
  })

  it('IDP-19 refuses a repeated parameter and a form of more than 64 KB', async () => {
    const { fetch, issuer, code } = await loggedIn()
    const form = await tokenRequest(issuer, { code }).text()
    const post = (body: string) =>
      fetch(`${issuer}/token`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect(await (await post(`${form}&code=${code}`)).json()).toMatchObject({ error: 'invalid_request' })
    expect((await post(`${form}&x=${'x'.repeat(65 * 1024)}`)).status).toBe(413)
  })
})
