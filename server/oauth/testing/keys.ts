// Key pairs for tests: real ones, made once per process and name.
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { KeyRing } from '#lib/crypto/key-ring.ts'

export interface TestKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

const made = new Map<string, Promise<TestKey>>()

/** The key pair of a name; another name gives another one. */
export function testKey(name: string, alg = 'RS384'): Promise<TestKey> {
  const key = `${name} ${alg}`
  const known = made.get(key) ?? make(alg)
  made.set(key, known)
  return known
}

async function make(alg: string): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, alg, privateKey, publicJwk: { ...jwk, kid, use: 'sig', alg } }
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
