// Keys behind a jwks_uri (conformance AST-15, AST-20 to AST-22, LIM-10).
import type { JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Fetch } from '#lib/http/handler.ts'
import { expectOAuthError } from '../testing/answers.ts'
import {
  APP,
  type AuthorizationServer,
  authorizationServer,
  client,
  minutes,
  type TestOptions,
} from '../testing/authorization-server.ts'
import { type TestKey, testKey } from '../testing/keys.ts'

const JWKS_URL = 'https://app.example/jwks'

interface KeyServer {
  answer: () => Response | Promise<Response>
  readonly fetched: { readonly url: string; readonly init: RequestInit | undefined }[]
}

const jwks =
  (keys: readonly TestKey[], headers: Record<string, string> = {}) =>
  () =>
    Response.json({ keys: keys.map(({ publicJwk }) => publicJwk) }, { headers })

async function setup(answer: KeyServer['answer'], jwksUrl = JWKS_URL, options: TestOptions = {}) {
  const server: KeyServer = { answer, fetched: [] }
  const fetch: Fetch = async (input, init) => {
    server.fetched.push({ url: String(input), init })
    return server.answer()
  }
  const as = await authorizationServer({ fetch, ...options })
  await as.registry.saveClient(client({ clientId: APP, jwksUrl, roleName: 'reader' }))
  return { as, server }
}

const statusWith = async (as: AuthorizationServer, key: TestKey, header = {}) =>
  (await as.credentials({ client_assertion: await as.assertion({}, { key, header }) })).status

describe('keys of a client behind its jwks_uri', () => {
  it('AST-20 AST-21 are fetched once and kept as long as Cache-Control says', async () => {
    const key = await testKey('app')
    const { as, server } = await setup(jwks([key], { 'cache-control': 'public, max-age=60' }))
    for (let count = 0; count < 5; count += 1) expect(await statusWith(as, key)).toBe(200)
    expect(server.fetched).toHaveLength(1)
    as.advance(59_000)
    expect(await statusWith(as, key)).toBe(200)
    expect(server.fetched).toHaveLength(1)
    as.advance(1000)
    expect(await statusWith(as, key)).toBe(200)
    expect(server.fetched).toHaveLength(2)
  })

  it.each(['no-store', 'no-cache, max-age=600', 'max-age=0'])(
    'AST-21 are not kept with Cache-Control %s',
    async (value) => {
      const key = await testKey('app')
      const { as, server } = await setup(jwks([key], { 'cache-control': value }))
      expect([await statusWith(as, key), await statusWith(as, key)]).toEqual([200, 200])
      expect(server.fetched).toHaveLength(2)
    },
  )

  it('AST-21 are kept for an hour at most, and five minutes when nothing is said', async () => {
    const key = await testKey('app')
    const long = await setup(jwks([key], { 'cache-control': 'max-age=999999999' }))
    await statusWith(long.as, key)
    long.as.advance(minutes(60))
    await statusWith(long.as, key)
    expect(long.server.fetched).toHaveLength(2)
    const silent = await setup(jwks([key]))
    await statusWith(silent.as, key)
    silent.as.advance(minutes(5))
    await statusWith(silent.as, key)
    expect(silent.server.fetched).toHaveLength(2)
  })

  it('AST-21 are not kept longer, nor is a failure, because the clock was set back', async () => {
    const key = await testKey('app')
    const { as, server } = await setup(jwks([key]))
    expect(await statusWith(as, key)).toBe(200)
    as.advance(-minutes(60))
    server.answer = jwks([])
    expect(await statusWith(as, key)).toBe(401)
    server.answer = () => new Response(null, { status: 500 })
    as.advance(minutes(6))
    expect(await statusWith(as, key)).toBe(401)
    as.advance(-minutes(60))
    server.answer = jwks([key])
    expect(await statusWith(as, key), 'after the failure').toBe(200)
  })

  it('AST-21 are fetched again for an unknown kid after the clock was set back', async () => {
    const [old, next] = [await testKey('app'), await testKey('next')]
    const { as, server } = await setup(jwks([old]))
    expect(await statusWith(as, old)).toBe(200)
    expect(await statusWith(as, next)).toBe(401)
    server.answer = jwks([old, next])
    as.advance(-minutes(1))
    expect(await statusWith(as, next)).toBe(200)
  })

  it('AST-21 are fetched at once for a new kid', async () => {
    const [old, next] = [await testKey('app'), await testKey('next')]
    const { as, server } = await setup(jwks([old]))
    expect(await statusWith(as, old)).toBe(200)
    server.answer = jwks([old, next])
    expect(await statusWith(as, next)).toBe(200)
    expect(server.fetched).toHaveLength(2)
  })

  it('AST-21 are fetched once a minute however many invented kids are sent, and nobody else waits', async () => {
    const key = await testKey('app')
    const { as, server } = await setup(jwks([key]))
    expect(await statusWith(as, key)).toBe(200)
    const flood = () =>
      Promise.all(Array.from({ length: 20 }, (_, index) => statusWith(as, key, { kid: `made-up-${index}` })))
    expect(new Set(await flood())).toEqual(new Set([401]))
    expect(new Set(await flood())).toEqual(new Set([401]))
    expect(server.fetched).toHaveLength(2)
    expect(await statusWith(as, key)).toBe(200)
    as.advance(60_000)
    await flood()
    expect(server.fetched).toHaveLength(3)
  })

  it('AST-21 are fetched once for simultaneous requests', async () => {
    const key = await testKey('app')
    const { as, server } = await setup(jwks([key]))
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusWith(as, key)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(server.fetched).toHaveLength(1)
  })

  it('AST-15 a jku must be the registered URL, and is not what is fetched otherwise', async () => {
    const key = await testKey('app')
    const { as, server } = await setup(jwks([key]))
    expect(await statusWith(as, key, { jku: JWKS_URL })).toBe(200)
    expect(await statusWith(as, key, { jku: 'https://evil.example/jwks' })).toBe(401)
    expect(server.fetched.map(({ url }) => url)).toEqual([JWKS_URL])
  })

  it.each<[string, KeyServer['answer']]>([
    ['404', () => new Response(null, { status: 404 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://app.example/other' } })],
    ['more than 64 KB', () => Response.json({ keys: [], pad: 'x'.repeat(70_000) })],
    ['no JSON', () => new Response('<html>')],
    ['no JWK Set', () => Response.json([])],
    ['keys that are none', () => Response.json({ keys: [null, 1, 'x', {}] })],
    ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
  ])('AST-22 an answer of %s gives no key, and is not asked for again at once', async (_, answer) => {
    const key = await testKey('app')
    const { as, server } = await setup(answer)
    expect([await statusWith(as, key), await statusWith(as, key)]).toEqual([401, 401])
    expect(server.fetched.length).toBeLessThanOrEqual(2)
    server.answer = jwks([key])
    as.advance(60_000)
    expect(await statusWith(as, key)).toBe(200)
  })

  it('AST-22 are fetched without redirects and with a time limit', async () => {
    const key = await testKey('app')
    const { as, server } = await setup(jwks([key]))
    await statusWith(as, key)
    expect(server.fetched[0]?.init).toMatchObject({ redirect: 'manual', signal: expect.any(AbortSignal) })
  })

  it('AST-23 are ignored if they are weak or private', async () => {
    const key = await testKey('app', 'RS384')
    const weak = { ...key.publicJwk, kid: 'weak', n: key.publicJwk.n?.slice(0, 171) }
    const leaked = { ...key.publicJwk, kid: 'leaked', d: 'x' }
    const { as } = await setup(() =>
      Response.json({ keys: [weak, leaked, { kty: 'oct', k: 'x', kid: 'oct' }, key.publicJwk] }),
    )
    expect(await statusWith(as, key)).toBe(200)
    expect(await statusWith(as, key, { kid: 'weak' })).toBe(401)
    expect(await statusWith(as, key, { kid: 'leaked' })).toBe(401)
  })

  it('AST-14 a key with members of the key of another client does not sign for that client', async () => {
    const [key, foreign] = [await testKey('app', 'RS384'), await testKey('other', 'RS384')]
    const { n, e } = key.publicJwk
    const { as } = await setup(jwks([key]))
    await as.registry.saveClient(
      client({
        clientId: 'lookalike',
        jwks: { keys: [{ ...foreign.publicJwk, x: n, y: e } as JWK] },
        roleName: 'reader',
      }),
    )
    const bySigner = async (claims: object) =>
      (await as.credentials({ client_assertion: await as.assertion({ ...claims }, { key: foreign }) })).status
    expect(await bySigner({ iss: 'lookalike', sub: 'lookalike' })).toBe(200)
    const forged = await as.assertion({}, { key: { ...foreign, kid: key.kid } })
    expect((await as.credentials({ client_assertion: forged })).status).toBe(401)
    expect(await statusWith(as, key)).toBe(200)
  })

  it('AST-14 AST-23 are ignored if use or key_ops say that they are for something else; the only other key needs no kid', async () => {
    const key = await testKey('app', 'RS384')
    const { kid: _kid, use: _use, ...plain } = (await testKey('other', 'RS384')).publicJwk
    const { as } = await setup(() =>
      Response.json({ keys: [{ ...plain, use: 'enc' }, { ...plain, key_ops: ['encrypt', 'wrapKey'] }, key.publicJwk] }),
    )
    expect(await statusWith(as, key, { kid: undefined })).toBe(200)
    expect(await statusWith(as, key)).toBe(200)
  })

  it.each([
    'http://169.254.169.254/',
    'https://169.254.169.254/',
    'https://10.0.0.1/jwks',
    'https://[fd00::1]/jwks',
    'http://app.example/jwks',
    'https://localhost/jwks',
  ])('AST-22 nothing is fetched from %s', async (url) => {
    const key = await testKey('app')
    const { as, server } = await setup(jwks([key]), url, { publicHttps: true })
    await expectOAuthError(
      await as.credentials({ client_assertion: await as.assertion({}, { key }) }),
      401,
      'invalid_client',
    )
    expect(server.fetched).toEqual([])
  })

  it('AST-22 may be at a loopback address in development', async () => {
    const key = await testKey('app')
    const { as } = await setup(jwks([key]), 'http://localhost:3000/launch/jwks')
    expect(await statusWith(as, key)).toBe(200)
  })
})
