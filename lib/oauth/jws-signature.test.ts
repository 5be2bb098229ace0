// Signatures beside jose: it verifies what is signed here, and signs what is verified here (RFC 7515, RFC 7518).
import { generateKeyPairSync, KeyObject, sign } from 'node:crypto'
import { CompactSign, compactVerify, decodeJwt, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { JWS_ALGORITHMS } from './jws-algorithms.ts'
import { hasSignature, signJwt } from './jws-signature.ts'

async function pair(alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey: KeyObject.from(privateKey), publicKey: KeyObject.from(publicKey) }
}

const signedByJose = (alg: string, key: KeyObject) =>
  new CompactSign(Buffer.from('{"iss":"app"}')).setProtectedHeader({ alg }).sign(key)

describe.each(JWS_ALGORITHMS)('a signature with %s', (alg) => {
  it('is made as jose verifies it, with kid and typ', async () => {
    const { privateKey, publicKey } = await pair(alg)
    const token = await signJwt({ alg, kid: 'key-1', privateKey }, { iss: 'app', nonce: undefined }, 'at+jwt')
    const { protectedHeader } = await compactVerify(token, publicKey, { algorithms: [alg] })
    expect(protectedHeader).toEqual({ alg, kid: 'key-1', typ: 'at+jwt' })
    expect(decodeJwt(token)).toEqual({ iss: 'app' })
  })

  it('is verified as jose makes it, and refused with another key, another payload or another length', async () => {
    const [{ privateKey, publicKey }, other] = [await pair(alg), await pair(alg)]
    const token = await signedByJose(alg, privateKey)
    const [header, payload, signature = ''] = token.split('.')
    const bytes = Buffer.from(signature, 'base64url')
    const withSignature = (made: Buffer) => `${header}.${payload}.${made.toString('base64url')}`
    expect(await hasSignature(token, alg, publicKey)).toBe(true)
    expect(await hasSignature(token, alg, other.publicKey)).toBe(false)
    expect(await hasSignature(`${header}.${payload}x.${signature}`, alg, publicKey)).toBe(false)
    expect(await hasSignature(withSignature(Buffer.concat([bytes, bytes])), alg, publicKey)).toBe(false)
    expect(await hasSignature(withSignature(bytes.subarray(1)), alg, publicKey)).toBe(false)
    expect(await hasSignature(withSignature(Buffer.alloc(bytes.length)), alg, publicKey)).toBe(false)
    expect(await hasSignature(withSignature(Buffer.alloc(0)), alg, publicKey)).toBe(false)
  })
})

describe('a signature', () => {
  it('RFC 7518 §3.4 is refused in DER, the form that OpenSSL makes by default', async () => {
    const { privateKey, publicKey } = await pair('ES256')
    const signed = 'eyJhbGciOiJFUzI1NiJ9.e30'
    const inDer = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')
    expect(await hasSignature(`${signed}.${inDer}`, 'ES256', publicKey)).toBe(false)
  })

  it('with PS256 is none with RS256, though the key is the same', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const token = await signedByJose('PS256', privateKey)
    expect(await hasSignature(token, 'PS256', publicKey)).toBe(true)
    expect(await hasSignature(token, 'RS256', publicKey)).toBe(false)
  })

  it('of a key with an unusual exponent is verified, too', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 0x1000003 })
    expect(await hasSignature(await signedByJose('RS384', privateKey), 'RS384', publicKey)).toBe(true)
  })
})
