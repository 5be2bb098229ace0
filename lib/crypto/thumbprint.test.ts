import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { thumbprint } from './thumbprint.ts'

describe('the thumbprint of a key', () => {
  it.each(['ES384', 'EdDSA', 'RS256'])(
    'is that of RFC 7638 for %s, whatever other members the key has',
    async (alg) => {
      const jwk = await exportJWK((await generateKeyPair(alg, { extractable: true })).publicKey)
      expect(thumbprint({ use: 'sig', kid: 'mine', ...jwk })).toBe(await calculateJwkThumbprint(jwk))
    },
  )

  it('does not exist for a symmetric key', () => {
    expect(thumbprint({ kty: 'oct', k: 'c2VjcmV0' })).toBeUndefined()
  })
})
