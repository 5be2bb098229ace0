// Key pairs and signatures made by the browser (Web Cryptography API). The private half stays in the page that made it.
import type { JwsAlgorithm } from '#lib/oauth/jws-algorithms.ts'
import { algorithmOf, generateParams, importParams, signParams } from './algorithms.ts'
import { fromPem, textToBase64url, toBase64url, toPem } from './encoding.ts'

/** A new key pair, as JWK and as PEM. */
export interface KeyPair {
  /** The thumbprint of the public key (RFC 7638): a PEM of it gets the same kid when it is registered. */
  readonly kid: string
  readonly alg: JwsAlgorithm
  readonly publicJwk: JsonWebKey
  readonly privateJwk: JsonWebKey
  readonly publicPem: string
  /** PKCS #8. */
  readonly privatePem: string
}

/** True when the page may use cryptography: browsers offer it on https and on this machine only. */
export const canUseKeys = (): boolean => globalThis.crypto?.subtle !== undefined

/** Generates an extractable key pair for a JWS algorithm (RFC 7518 §3.1), in the browser. */
export async function makeKeyPair(alg: JwsAlgorithm): Promise<KeyPair> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(generateParams(alg), true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const privateHalf = await crypto.subtle.exportKey('jwk', privateKey)
  const kid = await thumbprint(privateHalf)
  return {
    kid,
    alg,
    publicJwk: { ...publicMembers(privateHalf), ...named(kid, alg) },
    privateJwk: { ...privateMembers(privateHalf), ...named(kid, alg) },
    publicPem: toPem(await crypto.subtle.exportKey('spki', publicKey), 'PUBLIC KEY'),
    privatePem: toPem(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY'),
  }
}

export interface SigningKey {
  readonly key: CryptoKey
  readonly alg: JwsAlgorithm
  readonly kid: string
}

/** A private key from a JWK, a JWK Set with one, or a PKCS #8 PEM; undefined when the text is none of these. */
export async function readPrivateKey(text: string): Promise<SigningKey | undefined> {
  try {
    const jwk = text.trimStart().startsWith('{') ? jwkIn(text) : await jwkOfPem(text)
    const alg = jwk && algorithmOf(jwk)
    if (!alg || jwk.d === undefined) return undefined
    const { alg: _alg, use: _use, key_ops: _ops, ...plain } = jwk
    const key = await crypto.subtle.importKey('jwk', plain, importParams(alg), false, ['sign'])
    const { kid } = jwk as { readonly kid?: string }
    return { key, alg, kid: kid ?? (await thumbprint(jwk)) }
  } catch {
    return undefined
  }
}

/** A compact JWS (RFC 7515 §3.1). */
export async function signJwt({ key, alg, kid }: SigningKey, claims: object): Promise<string> {
  const input = `${textToBase64url(JSON.stringify({ alg, kid, typ: 'JWT' }))}.${textToBase64url(JSON.stringify(claims))}`
  const signature = await crypto.subtle.sign(signParams(alg), key, new TextEncoder().encode(input))
  return `${input}.${toBase64url(signature)}`
}

/** True when a text contains a private key, in any of the usual forms: it must not be sent anywhere. */
export const holdsPrivateKey = (text: string): boolean =>
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text) || (/"kty"\s*:/.test(text) && /"(d|k|p|q)"\s*:\s*"/.test(text))

/** SHA-256 over the members that make the key, in their order (RFC 7638 §3). */
async function thumbprint({ kty, crv, x, y, n, e }: JsonWebKey): Promise<string> {
  const members = kty === 'EC' ? { crv, kty, x, y } : { e, kty, n }
  return toBase64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(members))))
}

const named = (kid: string, alg: JwsAlgorithm) => ({ kid, alg, use: 'sig' })

const publicMembers = ({ kty, crv, x, y, n, e }: JsonWebKey): JsonWebKey =>
  kty === 'EC' ? ({ kty, crv, x, y } as JsonWebKey) : ({ kty, n, e } as JsonWebKey)

function privateMembers({ key_ops: _ops, ext: _ext, alg: _alg, ...members }: JsonWebKey): JsonWebKey {
  return members
}

function jwkIn(text: string): JsonWebKey | undefined {
  const value = JSON.parse(text) as JsonWebKey & { readonly keys?: readonly JsonWebKey[] }
  return value.keys ? value.keys.find((jwk) => jwk.d !== undefined) : value
}

/** PKCS #8 names its algorithm inside, so the first algorithm that can import it is the right one. */
async function jwkOfPem(pem: string): Promise<JsonWebKey | undefined> {
  const der = fromPem(pem, 'PRIVATE KEY')
  if (!der) return undefined
  for (const alg of ['RS384', 'ES256', 'ES384', 'ES512'] as const) {
    try {
      const key = await crypto.subtle.importKey('pkcs8', der, importParams(alg), true, ['sign'])
      const { alg: _alg, ...jwk } = await crypto.subtle.exportKey('jwk', key)
      return jwk
    } catch {
      // Of another type; try the next algorithm.
    }
  }
  return undefined
}
