import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { JWS_ALGORITHMS } from './jws-algorithms.ts'
import { isSigned, signJwt } from './jws-signature.ts'

const publicHalf = async (key: CryptoKey): Promise<KeyObject> =>
  createPublicKey({ key: { ...(await exportJWK(key)) }, format: 'jwk' })

describe('the signature of a compact JWS (RFC 7515 §5.2, RFC 7518 §3)', () => {
  it.each(JWS_ALGORITHMS)('%s holds for the key that made it, and for no other key or text', async (alg) => {
    const [pair, other] = await Promise.all([generateKeyPair(alg), generateKeyPair(alg)])
    const token = await new CompactSign(Buffer.from('{}')).setProtectedHeader({ alg }).sign(pair.privateKey)
    const key = await publicHalf(pair.publicKey)
    const [header = '', claims = '', signature = ''] = token.split('.')
    await expect(isSigned(token, key, alg)).resolves.toBe(true)
    await expect(isSigned(token, await publicHalf(other.publicKey), alg)).resolves.toBe(false)
    await expect(isSigned(`${header}.${claims}A.${signature}`, key, alg)).resolves.toBe(false)
    await expect(isSigned(`${header}.${claims}.${signature.slice(4)}`, key, alg)).resolves.toBe(false)
    await expect(isSigned(`${header}.${claims}.${signature}AAAA`, key, alg)).resolves.toBe(false)
    await expect(isSigned(`${header}.${claims}.AAAA`, key, alg)).resolves.toBe(false)
  })

  it('is refused in DER, which is no JWS (RFC 7518 §3.4)', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const signature = sign('sha256', Buffer.from('e30.e30'), privateKey).toString('base64url')
    await expect(isSigned(`e30.e30.${signature}`, publicKey, 'ES256')).resolves.toBe(false)
  })

  it('holds for an RSA key of an unusual size or exponent, too', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 0x1_0003 })
    const signature = sign('sha256', Buffer.from('e30.e30'), privateKey).toString('base64url')
    await expect(isSigned(`e30.e30.${signature}`, publicKey, 'RS256')).resolves.toBe(true)
    await expect(isSigned(`e30.e31.${signature}`, publicKey, 'RS256')).resolves.toBe(false)
  })
})

describe('a signed JWT (RFC 7519 §7.1)', () => {
  it.each(['RS256', 'RS384', 'ES256', 'ES384', 'PS256'])('in %s is what any library verifies', async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    const token = await signJwt({ kid: 'one', alg, privateKey }, 'at+jwt', { sub: 'Zoë', nonce: undefined })
    const { payload, protectedHeader } = await jwtVerify(token, publicKey)
    expect(protectedHeader).toEqual({ alg, kid: 'one', typ: 'at+jwt' })
    expect(payload).toEqual({ sub: 'Zoë' })
  })

  it('in ES256 holds whatever the length of its integers in DER', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    for (let n = 0; n < 600; n += 1)
      await jwtVerify(await signJwt({ kid: 'one', alg: 'ES256', privateKey }, 'JWT', { n }), publicKey)
  })
})
