// The published documents of the authorization server: metadata and keys (conformance A1, A9).
import { describe, expect, it } from 'vitest'
import { AS, authorizationServer } from './testing/authorization-server.ts'
import { testKey } from './testing/keys.ts'

const DOCUMENTS = ['openidConfiguration', 'authorizationServerMetadata', 'jwks'] as const
const ADDRESS = `${AS}/.well-known/openid-configuration`

type Json = Record<string, unknown>

const read = async () => {
  const as = await authorizationServer()
  return { as, document: (await (await as.oauth.openidConfiguration(new Request(ADDRESS))).json()) as Json }
}

describe('metadata', () => {
  it('DIS-10 DIS-12 is the same at both addresses', async () => {
    const { as, document } = await read()
    expect(await (await as.oauth.authorizationServerMetadata(new Request(ADDRESS))).json()).toEqual(document)
    expect(document).toMatchObject({
      issuer: AS,
      authorization_endpoint: `${AS}/oauth2/authorize`,
      token_endpoint: `${AS}/oauth2/token`,
      introspection_endpoint: `${AS}/oauth2/introspect`,
      jwks_uri: `${AS}/oauth2/jwks`,
      subject_types_supported: ['public'],
    })
  })

  it('DIS-04 DIS-05 DIS-06 DIS-13 DIS-14 DIS-15 DIS-16 names what works and nothing else', async () => {
    const { document } = await read()
    expect(document).toMatchObject({
      grant_types_supported: ['authorization_code', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      authorization_response_iss_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: false,
    })
    const algs = document['token_endpoint_auth_signing_alg_values_supported']
    expect(algs).toEqual(expect.arrayContaining(['RS384', 'ES384']))
    expect(String(algs)).not.toMatch(/none|HS/)
  })

  it('DIS-08 DIS-19 has absolute addresses and the types of RFC 8414', async () => {
    const { document } = await read()
    for (const [name, value] of Object.entries(document)) {
      if (/_endpoint$|_uri$|^issuer$/.test(name)) expect(URL.canParse(String(value)), name).toBe(true)
      else if (/(_parameter|backchannel_logout(_session)?)_supported$/.test(name))
        expect(typeof value, name).toBe('boolean')
      else expect(Array.isArray(value) && value.every((one) => typeof one === 'string'), name).toBe(true)
    }
  })

  it('DIS-18 lists only scopes that can be granted', async () => {
    const { as, document } = await read()
    const scopes = document['scopes_supported'] as string[]
    const reading = ['system/*.rs', 'system/Patient.rs']
    const everything = ['system/*.cruds', 'system/Patient.cruds']
    expect(scopes).toEqual(expect.arrayContaining(['openid', 'launch', 'fhirUser', ...reading, ...everything]))
    await as.registry.saveRole('reader', [{ resourceType: '*', scope: 'all', operations: 'cruds', grantedBy: [] }])
    for (const scope of scopes.filter((name) => name.startsWith('system/')))
      expect(((await (await as.credentials({ scope })).json()) as Json)['scope']).toBe(scope)
  })

  it('DIS-23 ignores the header Host', async () => {
    const { as, document } = await read()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }
    const request = new Request('http://evil.example/.well-known/openid-configuration', { headers })
    expect(await (await as.oauth.openidConfiguration(request)).json()).toEqual(document)
  })
})

describe.each(DOCUMENTS)('%s', (name) => {
  const ask = async (init: RequestInit = {}) => (await authorizationServer()).oauth[name](new Request(ADDRESS, init))

  it('DIS-21 DIS-22 KEY-01 KEY-08 is JSON for everybody, and cacheable', async () => {
    const { status, headers } = await ask({ headers: { origin: 'https://x.example', accept: 'text/html' } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const maxAge = Number(/^public, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1])
    expect(maxAge).toBeGreaterThan(0)
    expect(maxAge).toBeLessThanOrEqual(3600)
  })

  it('DIS-21 answers 304 to its own ETag', async () => {
    const as = await authorizationServer()
    const etag = (await as.oauth[name](new Request(ADDRESS))).headers.get('etag') ?? ''
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await as.oauth[name](new Request(ADDRESS, { headers: { 'if-none-match': tag } }))
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, ''])
    }
    expect((await as.oauth[name](new Request(ADDRESS, { headers: { 'if-none-match': '"x"' } }))).status).toBe(200)
  })

  it('DIS-24 DIS-25 answers HEAD like GET, preflights, and nothing else', async () => {
    const as = await authorizationServer()
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => as.oauth[name](new Request(ADDRESS, { method }))),
    )
    expect(Object.fromEntries(head?.headers ?? [])).toEqual(Object.fromEntries(get?.headers ?? []))
    expect(await head?.text()).toBe('')
    expect((await ask({ method: 'OPTIONS' })).status).toBe(204)
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await ask({ method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })
})

describe('keys', () => {
  it('KEY-02 KEY-03 are public, each with its kid, use and alg', async () => {
    const as = await authorizationServer()
    as.signingKeys.push(await testKey('next', 'RS256'))
    const { keys } = (await (await as.oauth.jwks(new Request(`${AS}/oauth2/jwks`))).json()) as { keys: Json[] }
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(2)
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', kid: expect.any(String) })
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
      expect(Buffer.from(String(key['n']), 'base64url').length * 8).toBeGreaterThanOrEqual(2048)
    }
  })

  it('KEY-05 include a new one at once beside the old one', async () => {
    const as = await authorizationServer()
    const kids = async () =>
      ((await (await as.oauth.jwks(new Request(`${AS}/oauth2/jwks`))).json()) as { keys: Json[] }).keys.map(
        ({ kid }) => kid,
      )
    const [old] = await kids()
    const next = await testKey('next', 'RS256')
    as.signingKeys.push(next)
    expect(await kids()).toEqual([old, next.kid])
  })
})
