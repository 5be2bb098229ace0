// Keys and signatures of the browser, verified with jose: they must be valid elsewhere.
import {
  calculateJwkThumbprint,
  compactVerify,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  importSPKI,
  type JWK,
} from 'jose'
import { describe, expect, it } from 'vitest'
import { JWS_ALGORITHMS } from '#lib/oauth/jws-algorithms.ts'
import { holdsPrivateKey, makeKeyPair, readPrivateKey, signJwt } from './key-pair.ts'

describe.each(JWS_ALGORITHMS)('a key pair for %s', (alg) => {
  it('signs what jose verifies, from each of its forms', async () => {
    const pair = await makeKeyPair(alg)
    expect(pair.kid).toBe(await calculateJwkThumbprint(pair.publicJwk as JWK))
    expect(pair.publicJwk).toMatchObject({ kid: pair.kid, alg, use: 'sig' })
    expect(JSON.stringify(pair.publicJwk)).not.toContain('"d"')
    const verifying = await importSPKI(pair.publicPem, alg)
    const forms = [JSON.stringify(pair.privateJwk), JSON.stringify({ keys: [pair.privateJwk] })]
    for (const form of alg.startsWith('PS') || /256$|512$/.test(alg) ? forms : [...forms, pair.privatePem]) {
      const key = await readPrivateKey(form)
      if (!key) throw new Error('The key was not read')
      expect([key.alg, key.kid]).toEqual([alg, pair.kid])
      const token = await signJwt(key, { hello: 'wörld' })
      const { payload, protectedHeader } = await compactVerify(token, verifying)
      expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({ hello: 'wörld' })
      expect(protectedHeader).toEqual({ alg, kid: pair.kid, typ: 'JWT' })
    }
    expect(await importPKCS8(pair.privatePem, alg)).toBeDefined()
    expect(await importJWK(pair.publicJwk as JWK, alg)).toBeDefined()
  })
})

describe('a pasted key', () => {
  it('of jose is read as PEM, with its thumbprint for a kid', async () => {
    const { privateKey } = await generateKeyPair('ES384', { extractable: true })
    expect((await readPrivateKey(await exportPKCS8(privateKey)))?.alg).toBe('ES384')
  })

  it.each(['', 'x', '{}', '{"keys":[]}', '{', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])(
    'that is none is none: %s',
    async (text) => {
      expect(await readPrivateKey(text)).toBeUndefined()
    },
  )

  it('is recognised as a secret in all its forms, and a public one or a token is not', async () => {
    const { privateJwk, publicJwk, privatePem, publicPem } = await makeKeyPair('ES256')
    const pkcs1 = '-----BEGIN RSA PRIVATE KEY-----\nMIIE'
    for (const secret of [
      JSON.stringify(privateJwk),
      privatePem,
      pkcs1,
      '{"kty":"oct","k":"AAAA"}',
      JSON.stringify({ keys: [privateJwk] }, null, 2),
    ])
      expect(holdsPrivateKey(secret)).toBe(true)
    for (const open of [JSON.stringify(publicJwk), publicPem, 'e30.e30.e30', ''])
      expect(holdsPrivateKey(open)).toBe(false)
  })
})
