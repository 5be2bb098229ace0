// Key pairs for tests: real ones, generated once per process and name.
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { KeyRing } from '#lib/crypto/key-ring.ts'

export interface TestKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

const made = new Map<string, Promise<JWK>>()

/** The key pair of a name. ES384 by default: RSA keys are slow to generate. */
export async function testKey(name: string, alg = 'ES384'): Promise<TestKey> {
  const kind = alg.startsWith('ES') ? alg : 'RS256'
  const key = `${name} ${kind}`
  const jwk =
    made.get(key) ?? generateKeyPair(kind, { extractable: true }).then(({ privateKey }) => exportJWK(privateKey))
  made.set(key, jwk)
  const { kty, n, e, crv, x, y } = await jwk
  const publicJwk = (kty === 'EC' ? { kty, crv, x, y } : { kty, n, e }) as JWK
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateKey = (await importJWK(await jwk, alg, { extractable: true })) as CryptoKey
  return { kid, alg, privateKey, publicJwk: { ...publicJwk, kid, use: 'sig', alg } }
}

/** A ring whose keys a test can change: the first of them signs. */
export const testKeyRing = (keys: TestKey[]): KeyRing => ({
  active: async () => {
    const [first] = keys
    if (!first) throw new Error('The ring is empty')
    return first
  },
  publicJwks: async () => ({ keys: keys.map(({ publicJwk }) => publicJwk) }),
})
