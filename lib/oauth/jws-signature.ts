// Signatures of compact JWS (RFC 7515 §5) by node:crypto. What takes less than a trip to the thread pool is done at once: an RSA
// signature is verified, and an ES256 one made, in a third of the time (docs/decisions/0013-what-a-token-costs.md).
import { constants, KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningKey } from '../crypto/key-ring.ts'
import type { JwsAlgorithm } from './jws-algorithms.ts'

const [signInPool, verifyInPool] = [promisify(sign), promisify(verify)]

/** RFC 7518 §3.1: the last three digits of an algorithm are its hash. */
const hashOf = (alg: string): string => `sha${alg.slice(2)}`

/** RFC 7518 §3.5: a salt as long as the hash. */
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
/** RFC 7518 §3.4: R and S side by side. */
const EC = { dsaEncoding: 'ieee-p1363' } as const

/** A key with the options of its algorithm. To look for a key in options takes Node longer than a signature: RS has none. */
const keyFor = (key: KeyObject, alg: string) =>
  alg.startsWith('RS') ? key : { key, ...(alg.startsWith('PS') ? PSS : EC) }

/** True when the signature of a compact JWS is of the key, which has to fit the algorithm. */
export async function isSigned(token: string, key: KeyObject, alg: JwsAlgorithm): Promise<boolean> {
  const end = token.lastIndexOf('.')
  const [signed, signature] = [Buffer.from(token.slice(0, end)), Buffer.from(token.slice(end + 1), 'base64url')]
  const verifying = isQuick(key) ? verify : verifyInPool
  return verifying(hashOf(alg), signed, keyFor(key, alg), signature)
}

/** An RSA key as nearly all are. Another could hold the thread for milliseconds, and an elliptic curve does for a tenth of one. */
const isQuick = ({
  asymmetricKeyDetails: { modulusLength = Infinity, publicExponent = 0n } = {},
}: KeyObject): boolean => modulusLength <= 4096 && publicExponent <= 65537n

/** A signed JWT (RFC 7519 §7.1). */
export async function signJwt({ kid, alg, privateKey }: SigningKey, typ: string, claims: object): Promise<string> {
  const signed = `${inBase64url({ alg, kid, typ })}.${inBase64url(claims)}`
  const [hash, bytes, key] = [hashOf(alg), Buffer.from(signed), KeyObject.from(privateKey)]
  const signature =
    alg === 'ES256' ? sideBySide(sign(hash, bytes, key)) : await signInPool(hash, bytes, keyFor(key, alg))
  return `${signed}.${signature.toString('base64url')}`
}

const inBase64url = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** R and S of ES256, of 32 bytes each, from their DER (RFC 3279 §2.2.3): asked for this form, Node takes twice the time. */
function sideBySide(der: Buffer): Buffer {
  const end = 4 + (der[3] ?? 0)
  const side = (integer: Buffer) => Buffer.concat([Buffer.alloc(32), integer]).subarray(-32)
  return Buffer.concat([side(der.subarray(4, end)), side(der.subarray(end + 2))])
}
