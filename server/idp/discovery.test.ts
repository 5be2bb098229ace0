// The published documents of the identity provider (OIDC Discovery §3-4, RFC 7517).
import { describe, expect, it } from 'vitest'
import { testProvider } from './testing/provider.ts'

describe('discovery of the identity provider (OIDC Discovery §4)', () => {
  it('IDP-19 names its own issuer, and endpoints that answer', async () => {
    const { fetch, issuer } = await testProvider()
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const metadata = await answer.json()
    expect(metadata).toMatchObject({
      issuer,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: false,
    })
    expect(metadata).not.toHaveProperty('userinfo_endpoint')
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'])
      expect(await (await fetch(metadata[endpoint])).text(), endpoint).not.toBe('a page of the relying party')
  })

  it('IDP-19 does not take its addresses from the request', async () => {
    const { idp, issuer } = await testProvider()
    const request = new Request('https://evil.example/idp/.well-known/openid-configuration', {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    const metadata = await (await idp.openidConfiguration(request)).text()
    expect(JSON.parse(metadata).issuer).toBe(issuer)
    expect(metadata).not.toContain('evil.example')
  })

  it.each(['/.well-known/openid-configuration', '/jwks'])(
    'IDP-19 serves %s with a cache lifetime, an ETag and CORS for every origin',
    async (path) => {
      const { fetch, issuer } = await testProvider()
      const first = await fetch(issuer + path, { headers: { origin: 'https://x.example' } })
      expect(first.headers.get('access-control-allow-origin')).toBe('*')
      expect(first.headers.get('access-control-allow-credentials')).toBeNull()
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=(300|3600)$/)
      const etag = first.headers.get('etag') ?? ''
      expect((await fetch(issuer + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
      const head = await fetch(issuer + path, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      expect((await fetch(issuer + path, { method: 'OPTIONS' })).status).toBe(204)
      const post = await fetch(issuer + path, { method: 'POST' })
      expect(post.status).toBe(405)
      expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    },
  )

  it('KEY-02 publishes public key members only', async () => {
    const { fetch, issuer } = await testProvider()
    const { keys } = await (await fetch(`${issuer}/jwks`)).json()
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })
})
