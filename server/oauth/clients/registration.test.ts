// Requirements of a client registration (conformance AUZ-12, AST-22, AST-23).

import { exportSPKI, generateKeyPair, importJWK, type JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { testKey } from '../testing/keys.ts'
import { jwksUrlProblem } from './jwks-url-rules.ts'
import { type Registration, registeredJwks, registrationProblems } from './registration.ts'

const PUBLIC = { loopbackAllowed: false }
const DEVELOPMENT = { loopbackAllowed: true }

const registration = async (changes: Partial<Registration> = {}): Promise<Registration> => ({
  clientId: 'my-app',
  name: 'My app',
  kind: 'module',
  jwks: { keys: [(await testKey('app')).publicJwk] },
  jwksUrl: undefined,
  redirectUris: ['https://app.example/callback'],
  launchUrl: 'https://app.example/launch',
  ...changes,
})

const problems = async (changes: Partial<Registration>, rules = PUBLIC) =>
  registrationProblems(await registration(changes), rules)

describe('registration', () => {
  it('IDP-21 keeps the id of the domain itself, whose Device the audit events come from', async () => {
    expect(await problems({ clientId: 'slipway' })).toEqual([{ name: 'client_id_taken' }])
  })

  it('accepts keys or the URL of keys', async () => {
    expect(await problems({})).toEqual([])
    expect(await problems({ jwks: undefined, jwksUrl: 'https://app.example/jwks' })).toEqual([])
    expect(await problems({ jwks: undefined, jwksUrl: 'http://localhost:4000/jwks' }, DEVELOPMENT)).toEqual([])
    expect(await problems({ kind: 'platform', redirectUris: [], launchUrl: undefined })).toEqual([])
    expect(await problems({ redirectUris: ['http://localhost:4000/callback', 'http://127.0.0.1/cb?x=1'] })).toEqual([])
  })

  it.each([
    'https://app.example/callback#f',
    'https://app.example/callback#',
    '/callback',
    'app.example/callback',
    'http://app.example/callback',
    'javascript:alert(1)',
    'https://user:secret@app.example/callback',
    'https://app.example/a b',
    'https://app.example\\@evil.example/',
    '',
  ])('AUZ-12 refuses the redirect_uri %j', async (uri) => {
    expect(await problems({ redirectUris: [uri] })).toHaveLength(1)
  })

  it.each(['', 'a b', 'a/b', 'x'.repeat(65), 'ä'])(
    'refuses the client_id %j, which could not be the id of a Device',
    async (clientId) => {
      expect(await problems({ clientId })).toHaveLength(1)
    },
  )

  it('refuses an app without a name and an invalid launch URL', async () => {
    expect(await problems({ name: ' ' })).toHaveLength(1)
    expect(await problems({ launchUrl: 'http://app.example/launch' })).toHaveLength(1)
  })

  it('takes the same addresses for logout tokens as for codes', async () => {
    for (const logoutUri of ['https://app.example/logout', 'http://localhost:4000/logout?x=1'])
      expect(await problems({ logoutUri })).toEqual([])
    for (const logoutUri of [
      'http://app.example/logout',
      'https://app.example/#x',
      '/logout',
      'https://a:b@app.example/',
    ])
      expect(await problems({ logoutUri }), logoutUri).toEqual([{ name: 'logout_uri' }])
  })

  it('SUB-09 accepts exactly an origin for receivers of notifications', async () => {
    expect(await problems({ webhookOrigins: ['https://hooks.example', 'https://hooks.example:8443'] })).toEqual([])
    expect(await problems({ webhookOrigins: ['http://127.0.0.1:9000'] })).toEqual([])
    for (const origin of [
      'https://hooks.example/',
      'http://hooks.example',
      'hooks.example',
      '*',
      'https://*.example',
      '',
    ])
      expect(await problems({ webhookOrigins: [origin] }), origin).toEqual([{ name: 'webhook_origin', about: origin }])
  })

  it('AST-23 refuses weak, private and other keys', async () => {
    const rsa = (await testKey('app', 'RS384')).publicJwk
    const ec = (await testKey('app', 'ES256')).publicJwk
    const short = {
      ...rsa,
      n: Buffer.from(rsa.n ?? '', 'base64url')
        .subarray(0, 255)
        .toString('base64url'),
    }
    const padded = { ...rsa, n: Buffer.concat([Buffer.alloc(128), Buffer.alloc(128, 255)]).toString('base64url') }
    for (const key of [
      short,
      padded,
      { ...rsa, e: 'AQ' },
      { ...rsa, d: 'x' },
      { ...ec, d: 'x' },
      { ...ec, crv: 'secp256k1' },
      { ...rsa, use: 'enc' },
      { kty: 'oct', k: 'x' },
      { kty: 'OKP', crv: 'Ed25519', x: 'x' },
      { kty: 'RSA' },
    ])
      expect(await problems({ jwks: { keys: [key] } }), JSON.stringify(key)).toHaveLength(1)
    expect(await problems({ jwks: { keys: [] } })).toHaveLength(1)
    expect(await problems({ jwks: undefined })).toHaveLength(1)
    expect(await problems({ jwksUrl: 'https://app.example/jwks' })).toHaveLength(1)
  })

  it('AST-23 refuses an exponent of one, with which anybody can sign, and others that are none, however they are written', async () => {
    const rsa = (await testKey('app', 'RS384')).publicJwk
    for (const e of ['AQ', 'AAE', 'AAAB', 'AQ==', 'AQ=', 'A Q', '', 'AA', 'Ag', 'AQAA'])
      expect(await problems({ jwks: { keys: [{ ...rsa, e }] } }), e).toEqual([{ name: 'jwk_exponent', about: rsa.kid }])
    for (const e of ['AQAB', 'Aw', 'AAEAAQ']) expect(await problems({ jwks: { keys: [{ ...rsa, e }] } }), e).toEqual([])
  })

  it('AST-23 refuses a modulus that is even, or not written in base64url', async () => {
    const rsa = (await testKey('app', 'RS384')).publicJwk
    const even = Buffer.from(rsa.n ?? '', 'base64url')
    even[even.length - 1] = (even.at(-1) ?? 0) & 0xfe
    for (const n of [
      even.toString('base64url'),
      `+${rsa.n?.slice(1)}`,
      `/${rsa.n?.slice(1)}`,
      `${rsa.n}==`,
      `${rsa.n}\n`,
    ])
      expect(await problems({ jwks: { keys: [{ ...rsa, n }] } }), n).toEqual([{ name: 'jwk_modulus', about: rsa.kid }])
  })

  it('AST-14 refuses a kid that is no text or has characters that cannot be seen, and does not repeat it', async () => {
    const { publicJwk } = await testKey('app')
    for (const kid of ['a\u001b[31m', 'a\u0007', 'a\u009b', 'a\n', '\u202ea', 7, null])
      expect(await problems({ jwks: { keys: [{ ...publicJwk, kid } as JWK] } }), String(kid)).toEqual([
        { name: 'jwk_kid', about: '1' },
      ])
    for (const kid of ['a b', 'sleutel-één', '2026/11:a+b=']) // As providers write them.
      expect(await problems({ jwks: { keys: [{ ...publicJwk, kid }] } }), kid).toEqual([])
  })

  it('AST-23 refuses a key that is no point of its curve, or not written in full', async () => {
    for (const alg of ['ES256', 'ES384', 'ES512']) {
      const ec = (await testKey('app', alg)).publicJwk
      const { x = '', y = '' } = ec
      expect(await problems({ jwks: { keys: [ec] } }), alg).toEqual([])
      for (const key of [
        { ...ec, x: 'AAAA' },
        { ...ec, x: y, y: x },
        { ...ec, x: `AAAA${x}` },
        { ...ec, y: `${y}=` },
      ])
        expect(await problems({ jwks: { keys: [key] } }), JSON.stringify(key)).toEqual([
          { name: 'jwk_curve', about: ec.kid },
        ])
    }
  })

  it('AST-14 requires distinct kids for several keys', async () => {
    const [first, second] = [(await testKey('app')).publicJwk, (await testKey('second')).publicJwk]
    expect(await problems({ jwks: { keys: [first, second] } })).toEqual([])
    expect(await problems({ jwks: { keys: [first, { ...second, kid: first.kid ?? '' }] } })).toHaveLength(1)
  })

  it('reads keys as a JWK Set, a JWK or PEM, and gives them a kid', async () => {
    const key = await testKey('app')
    const { kid: _, ...bare } = key.publicJwk
    expect(await registeredJwks({ jwks: JSON.stringify({ keys: [bare] }) })).toEqual({ keys: [key.publicJwk] })
    expect(await registeredJwks({ jwks: JSON.stringify(bare) })).toEqual({ keys: [key.publicJwk] })
    for (const alg of ['RS256', 'ES256', 'ES384', 'ES512']) {
      const { publicKey } = await generateKeyPair(alg, { extractable: true })
      const jwks = await registeredJwks({ pem: `\n${await exportSPKI(publicKey)}\n` })
      expect(jwks?.keys).toEqual([expect.objectContaining({ kid: expect.stringMatching(/^[\w-]{43}$/), use: 'sig' })])
      expect(await problems({ jwks })).toEqual([])
      expect(await importJWK(jwks?.keys[0] ?? {}, alg)).toBeDefined()
    }
    for (const text of ['', 'x', '[]', '{}', '{"keys":[null]}', '{"keys":[{"kty":"RSA"}],"keys":[]}'])
      expect(await registeredJwks({ jwks: text }), text).toBeUndefined()
    expect(await registeredJwks({ pem: 'x' })).toBeUndefined()
    expect(await registeredJwks({})).toBeUndefined()
  })
})

describe('JWKS URL', () => {
  it.each([
    'http://169.254.169.254/',
    'https://169.254.169.254/latest',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd12::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://localhost/',
    'https://app.localhost/',
    'https://printer.local/',
    ...[
      '2001::1',
      '2001:0:ce49::1',
      '::ffff:0:7f00:1',
      '::ffff:0:a00:1',
      '64:ff9b::a00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
    ].map((address) => `https://[${address}]/`),
    ...[
      '100::1',
      '100:0:0:1::1',
      '5f00::1',
      '3fff::1',
      '2001:db8::1',
      '2001:20::1',
      'fec0::1',
      'ff02::1',
      '4000::1',
      '::2',
    ].map((address) => `https://[${address}]/`),
    'https://metadata.google.internal/',
    'https://intranet/',
    'http://app.example/',
    'ftp://app.example/',
    'https://user@app.example/',
    'https://app.example/#f',
    '/jwks',
  ])('AST-22 refuses %s in production', (url) => {
    expect(jwksUrlProblem(url, PUBLIC)).toMatch(/^jwks_url/)
  })

  it('AST-22 lets development use this machine, and no other private one', () => {
    for (const url of ['http://localhost:3000/jwks', 'https://127.0.0.1/jwks', 'http://[::1]:3000/jwks'])
      expect(jwksUrlProblem(url, DEVELOPMENT)).toBeUndefined()
    for (const url of ['http://192.168.1.1/', 'https://10.0.0.1/', 'http://app.example/'])
      expect(jwksUrlProblem(url, DEVELOPMENT)).toBeDefined()
  })

  it('takes public hosts', () => {
    for (const url of [
      'https://app.example/jwks',
      'https://93.184.216.34/',
      'https://[2606:2800:220:1::1]/',
      'https://[2001:200::1]/',
      'https://[2a00:1450:4001::1]/',
      'https://app.example:8443/x?y=1',
    ])
      expect(jwksUrlProblem(url, PUBLIC)).toBeUndefined()
    expect(isPrivateHost('localtest.example')).toBe(false)
  })
})
