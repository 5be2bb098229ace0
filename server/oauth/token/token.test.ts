// The token endpoint as a whole (conformance A5).
import { describe, expect, it } from 'vitest'
import { anotherConnection } from '#server/storage/sqlite/testing/another-connection.ts'
import { expectNothingKept, expectOAuthError } from '../testing/answers.ts'
import {
  APP,
  AS,
  authorizationServer,
  type Changes,
  client,
  encode,
  PLATFORM,
  TOKEN_ENDPOINT,
} from '../testing/authorization-server.ts'
import { testKey } from '../testing/keys.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BASIC = { authorization: `Basic ${Buffer.from(`${APP}:secret`).toString('base64')}` }

const validForm = async (as: Awaited<ReturnType<typeof authorizationServer>>) => ({
  grant_type: 'client_credentials',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: await as.assertion(),
})

describe('token endpoint: the request', () => {
  it.each(['GET', 'PUT', 'DELETE', 'HEAD'])('TOK-01 refuses %s', async (method) => {
    const as = await authorizationServer()
    const query = encode(await validForm(as))
    const response = await as.oauth.token(new Request(`${TOKEN_ENDPOINT}?${query}`, { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  it('TOK-01 HOC-08 answers OPTIONS without CORS: there are confidential clients only', async () => {
    const as = await authorizationServer()
    const response = await as.oauth.token(
      new Request(TOKEN_ENDPOINT, { method: 'OPTIONS', headers: { origin: 'https://x.example' } }),
    )
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded-x'])(
    'TOK-02 refuses the Content-Type %s',
    async (type) => {
      const as = await authorizationServer()
      await expectOAuthError(await as.credentials({}, { headers: { 'content-type': type } }), 400, 'invalid_request')
    },
  )

  it('TOK-02 accepts a charset and refuses a missing Content-Type', async () => {
    const as = await authorizationServer()
    const withCharset = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
    expect((await as.credentials({}, { headers: withCharset })).status).toBe(200)
    const body = new TextEncoder().encode(encode(await validForm(as)))
    await expectOAuthError(
      await as.oauth.token(new Request(TOKEN_ENDPOINT, { method: 'POST', body })),
      400,
      'invalid_request',
    )
  })

  it('TOK-03 SEC-10 reads parameters from the body only', async () => {
    const as = await authorizationServer()
    const { grant_type, ...rest } = await validForm(as)
    const post = (query: Changes, body: Changes) =>
      as.oauth.token(
        new Request(`${TOKEN_ENDPOINT}?${encode(query)}`, { method: 'POST', headers: FORM, body: encode(body) }),
      )
    await expectOAuthError(await post({ grant_type, ...rest }, {}), 400, 'invalid_request')
    await expectOAuthError(await post({ grant_type }, rest), 400, 'invalid_request')
    await expectOAuthError(await post(rest, { grant_type }), 400, 'invalid_request')
    expect((await post({ trace: '1' }, { grant_type, ...rest })).status).toBe(200)
  })

  it.each([
    'grant_type',
    'scope',
    'client_assertion',
    'client_assertion_type',
    'client_id',
    'code',
    'redirect_uri',
    'code_verifier',
    'resource',
    'client_secret',
  ])('TOK-04 refuses %s twice', async (name) => {
    const as = await authorizationServer()
    const value =
      ({ ...(await validForm(as)), scope: 'system/*.rs', client_id: APP } as Record<string, string>)[name] ?? 'x'
    await expectOAuthError(await as.credentials({ [name]: [value, value] }), 400, 'invalid_request')
    await expectNothingKept(as)
  })

  it.each(['client_secret', 'resource', 'scope', 'code_verifier', 'refresh_token', 'code'])(
    'RFC 6749 §3.2 takes %s without a value for left out',
    async (name) => {
      const as = await authorizationServer()
      expect((await as.credentials({ [name]: '' })).status).toBe(200)
      await expectOAuthError(await as.credentials({ [name]: ['', ''] }), 400, 'invalid_request')
    },
  )

  it('TOK-05 TOK-06 lets nobody cache an answer', async () => {
    const as = await authorizationServer()
    for (const response of [await as.credentials(), await as.exchange(await as.code())]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(response.headers.get('pragma')).toBe('no-cache')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('TOK-09 requires grant_type', async () => {
    const as = await authorizationServer()
    await expectOAuthError(await as.credentials({ grant_type: undefined }), 400, 'invalid_request')
    await expectOAuthError(await as.credentials({ grant_type: '' }), 400, 'invalid_request')
  })

  it.each([
    'not_a_grant_type',
    'password',
    'implicit',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    '__proto__',
    'constructor',
  ])('TOK-10 does not know the grant_type %s', async (grant_type) => {
    const as = await authorizationServer()
    await expectOAuthError(await as.credentials({ grant_type }), 400, 'unsupported_grant_type')
  })

  it('TOK-11 accepts no code from a client that receives no launches', async () => {
    const as = await authorizationServer()
    const client_assertion = await as.assertion({ iss: PLATFORM, sub: PLATFORM }, { key: as.platformKey })
    await expectOAuthError(await as.exchange('x', { client_assertion }), 400, 'unauthorized_client')
  })

  it('TOK-12 ERR-06 SEC-12 answers a fault of the server with a neutral sentence', async () => {
    const as = await authorizationServer()
    await as.sql.rows('DROP TABLE used_jti')
    const response = await as.credentials()
    expect(await expectOAuthError(response, 500, 'server_error')).toBe('The server could not complete the request.')
    expect(as.log.join()).toContain('used_jti')
  })

  it('ERR-07 answers 503 with Retry-After when the database is locked', async () => {
    const as = await authorizationServer()
    const another = anotherConnection(as.database.sql)
    another.exec('BEGIN IMMEDIATE')
    as.database.sql.pragma('busy_timeout = 10')
    const response = await as.credentials()
    another.exec('ROLLBACK')
    expect(response.headers.get('retry-after')).toBe('5')
    await expectOAuthError(response, 503, 'temporarily_unavailable')
    expect((await as.credentials()).status).toBe(200)
  })

  it('ERR-07 says so when the disk is full, as writes do', async () => {
    const as = await authorizationServer()
    as.database.sql.pragma('max_page_count = 1') // SQLite takes it for the pages that there are: none can be added.
    let response = await as.credentials()
    for (let n = 0; n < 400 && response.status === 200; n += 1) response = await as.credentials()
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await expectOAuthError(response, 503, 'temporarily_unavailable')).toBe(
      'The disk of the server is full: nothing was stored.',
    )
  })

  it('TOK-13 refuses a body of more than 64 KB', async () => {
    const as = await authorizationServer()
    await expectOAuthError(await as.credentials({ pad: 'x'.repeat(1_000_000) }), 413, 'invalid_request')
  })

  it('TOK-14 refuses two methods of client authentication at once', async () => {
    const as = await authorizationServer()
    await expectOAuthError(await as.credentials({}, { headers: BASIC }), 400, 'invalid_request')
    await expectOAuthError(await as.credentials({ client_secret: 'x' }), 400, 'invalid_request')
  })

  it('TOK-14 says which of the two to leave out, since libraries send it by themselves', async () => {
    const as = await authorizationServer()
    const reasonFor = async (form: Record<string, string>, headers = {}) =>
      expectOAuthError(await as.credentials(form, { headers }), 400, 'invalid_request')
    expect(await reasonFor({}, BASIC)).toMatch(/private_key_jwt, without the header Authorization\.$/)
    expect(await reasonFor({ client_secret: 'x' })).toMatch(/private_key_jwt, without client_secret\.$/)
    expect(await reasonFor({ client_secret: 'x' }, BASIC)).toMatch(/the header Authorization and client_secret\.$/)
  })

  it('TOK-15 TOK-08 accepts private_key_jwt and nothing else', async () => {
    const as = await authorizationServer()
    const bare = { client_assertion: undefined, client_assertion_type: undefined }
    await expectOAuthError(await as.credentials(bare, { headers: BASIC }), 401, 'invalid_client')
    await expectOAuthError(await as.credentials({ ...bare, client_id: APP, client_secret: 'x' }), 401, 'invalid_client')
    await expectOAuthError(await as.credentials({ ...bare, client_id: APP }), 401, 'invalid_client')
    await expectOAuthError(await as.credentials(bare), 401, 'invalid_client')
  })

  it('TOK-16 does not consume the jti of a forged assertion', async () => {
    const as = await authorizationServer()
    const jti = 'the-jti-of-the-victim'
    const forged = await as.assertion({ jti }, { key: await testKey('attacker'), header: { kid: as.appKey.kid } })
    await expectOAuthError(await as.credentials({ client_assertion: forged }), 401, 'invalid_client')
    expect(await as.sql.rows('SELECT * FROM used_jti')).toEqual([])
    expect((await as.credentials({ client_assertion: await as.assertion({ jti }) })).status).toBe(200)
  })

  it('SEC-10 writes no token and no assertion into the log', async () => {
    const as = await authorizationServer()
    const client_assertion = await as.assertion()
    const { access_token } = (await (await as.credentials({ client_assertion })).json()) as { access_token: string }
    await as.credentials({ client_assertion })
    for (const secret of [...client_assertion.split('.'), ...access_token.split('.')].filter(
      (part) => part.length > 40,
    ))
      expect(as.log.join()).not.toContain(secret)
  })

  it('is the same for a client of kind both', async () => {
    const as = await authorizationServer()
    await as.registry.saveClient(
      client({ clientId: 'both', kind: 'both', jwks: { keys: [as.appKey.publicJwk] }, roleName: 'reader' }),
    )
    const client_assertion = await as.assertion({ iss: 'both', sub: 'both' })
    expect((await as.credentials({ client_assertion })).status).toBe(200)
    expect(AS).toBe(new URL(TOKEN_ENDPOINT).origin)
  })
})
