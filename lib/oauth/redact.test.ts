import { describe, expect, it } from 'vitest'
import { redact, redactUrl } from './redact.ts'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const SIGNATURE = 'c2lnbmF0dXJlLXRoYXQtbXVzdC1nbw'
const JWT = `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 'Patient/1', nonce: 'n'.repeat(43) })}.${SIGNATURE}`

describe('redacting what is written down', () => {
  it('keeps header and claims of a token, and drops its signature and its secrets', () => {
    for (const name of ['launch', 'client_assertion', 'id_token', 'anything'])
      expect(redact({ [name]: JWT })).toEqual({
        [name]: {
          jwt: {
            header: { alg: 'RS256', kid: 'k' },
            claims: { sub: 'Patient/1', nonce: { removed: 'secret', length: 43, sha256: expect.any(String) } },
          },
        },
      })
  })

  it.each(['launch', 'client_assertion', 'id_token', 'token'])('keeps nothing of a %s that is not a JWT', (name) => {
    for (const value of ['eyJhbGciOiJkaXIifQ..aXY.Y2lwaGVy.dGFn', 'x', `${JWT}.fourth`, 'y'.repeat(9000)])
      expect(redact({ [name]: value })).toEqual({ [name]: expect.objectContaining({ removed: 'secret' }) })
  })

  it('shows a fingerprint of a random secret, and none of a secret that people choose', () => {
    const code = 'c'.repeat(43)
    const { code: one, state } = redact({ code, state: code }) as Record<string, unknown>
    expect(one).toEqual(state)
    expect(redact({ code: 'short' })).toEqual({ code: { removed: 'secret', length: 5 } })
    for (const name of ['password', 'client_secret', 'Authorization', 'Cookie', 'set-cookie'])
      expect(redact({ [name]: 'tulips and clogs and a windmill' })).toEqual({ [name]: { removed: 'secret' } })
  })

  it.each([
    'clientSecret',
    'Client-Secret',
    'CLIENT_SECRET',
    'clientsecret',
    'newPassword',
    'pwd',
    'apiKey',
    'api_key',
    'secret',
  ])('SEC-10 keeps nothing of %s, however it is spelt', (name) => {
    expect(redact({ [name]: 'tulips' })).toEqual({ [name]: { removed: 'secret' } })
    expect(redact(`the form had ${name.replaceAll('-', '')}=tulips in it.`)).not.toContain('tulips')
    expect(redactUrl(`https://app.example/cb?${name}=tulips`)).not.toContain('tulips')
  })

  it('removes an opaque token anywhere, and keeps the code_challenge, which is public', () => {
    const value = 'A'.repeat(43)
    expect(redact({ custom: value, deep: [{ list: [value] }] })).toEqual({
      custom: expect.objectContaining({ removed: 'secret' }),
      deep: [{ list: [expect.objectContaining({ removed: 'secret' })] }],
    })
    expect(redact({ custom: '' })).toEqual({ custom: '' })
    expect(redact({ code_challenge: value })).toEqual({ code_challenge: value })
    expect(redact(`sent ${JWT} with Bearer abc.def`)).toBe('sent [token removed] with Bearer [removed]')
    expect(redact({ [JWT]: 1 })).toEqual({ '[token removed]': 1 })
  })

  it('removes names, and shortens user names and addresses', () => {
    expect(redact({ name: 'Marijke Jansen', preferred_username: 'marijke@demo.test', email: 'x' })).toEqual({
      name: { removed: 'personal' },
      preferred_username: 'm…e@demo.test',
      email: 'x…',
    })
  })

  it('removes secrets from addresses, and keeps the rest of them', () => {
    const url = `https://app.test/cb?code=${'c'.repeat(43)}&iss=https%3A%2F%2Fas.test&state=s`
    expect(redactUrl(url)).toBe('https://app.test/cb?code=[removed]&iss=https%3A%2F%2Fas.test&state=[removed]')
    expect(redact({ redirect_uri: url })).toEqual({ redirect_uri: redactUrl(url) })
  })

  it('SEC-10 leaves no part of a secret where a long text is cut', () => {
    const secrets = [JWT, `eyJ${'a1'.repeat(600)}`, 'Bearer tulips-and-clogs', 'code=tulips-and-clogs']
    for (const secret of secrets)
      for (let from = 1024 - secret.length; from <= 1024; from += 1) {
        const said = redact(`${'z '.repeat(512).slice(0, Math.max(from, 0))} ${secret} and more`)
        expect(said).not.toMatch(/eyJ|tulip|clogs/)
      }
  })

  it('LIM-40 looks at addresses within addresses to a limited depth', () => {
    const said = redactUrl(`https://app.test/cb?a=${'/?a='.repeat(16_000)}x`)
    expect(said).toMatch(/^https:\/\/app\.test\/cb\?a=.*removed/)
    expect(said.length).toBeLessThan(500)
  })

  it('treats __proto__ as a name like any other', () => {
    const said = JSON.stringify(redact(JSON.parse('{"__proto__":{"password":"tulip"},"iss":"x"}')))
    expect(said).toBe('{"__proto__":{"password":{"removed":"secret"}},"iss":"x"}')
  })

  it('limits length, breadth and depth', () => {
    expect(redact('z '.repeat(5000))).toHaveLength(1024)
    expect(redact(Array.from({ length: 500 }, (_, n) => n))).toHaveLength(30)
    let deep: unknown = 'bottom'
    for (let level = 0; level < 50; level += 1) deep = { deep }
    expect(JSON.stringify(redact(deep)).length).toBeLessThan(200)
  })
})
