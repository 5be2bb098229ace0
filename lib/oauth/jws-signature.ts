// Signatures of JWTs (RFC 7515 §5, RFC 7518 §3.3 to §3.5), by node:crypto: jose's way through Web Crypto costs half as much
// again. What is quick is done at once, since to hand it to the thread pool costs as much; the rest does not hold others up.
import { constants, type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningKey } from '../crypto/key-ring.ts'
import type { JwsAlgorithm } from './jws-algorithms.ts'

const inThreadPool = { sign: promisify(sign), verify: promisify(verify) }

/** A compact JWS of the claims; those that are undefined are left out. */
export async function signJwt({ alg, kid, privateKey }: SigningKey, claims: object, typ = 'JWT'): Promise<string> {
  const signed = `${encoded({ alg, kid, typ })}.${encoded(claims)}`
  const [hash, data, key] = parametersOf(alg as JwsAlgorithm, signed, privateKey)
  const signature = isP256(privateKey) ? sign(hash, data, key) : await inThreadPool.sign(hash, data, key)
  return `${signed}.${signature.toString('base64url')}`
}

/**
 * True when the key made the signature of a compact JWS. `alg` must be one that the key is for; nothing else of the header
 * is looked at, and no claim.
 */
export async function hasSignature(token: string, alg: JwsAlgorithm, publicKey: KeyObject): Promise<boolean> {
  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  const [hash, data, key] = parametersOf(alg, token.slice(0, end), publicKey)
  return isQuick(publicKey) ? verify(hash, data, key, signature) : inThreadPool.verify(hash, data, key, signature)
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const PADDING = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

function parametersOf(alg: JwsAlgorithm, signed: string, key: KeyObject) {
  const padding = alg.startsWith('PS') ? PADDING : {}
  return [`sha${alg.slice(2)}`, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363', ...padding }] as const
}

const isP256 = ({ asymmetricKeyDetails }: KeyObject): boolean => asymmetricKeyDetails?.namedCurve === 'prime256v1'

const USUAL_EXPONENT = 65537n
const QUICK_RSA_BITS = 4096

/** True for a key that verifies in a tenth of a millisecond. A client could register one that takes long. */
function isQuick(key: KeyObject): boolean {
  const { publicExponent, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  return isP256(key) || (publicExponent === USUAL_EXPONENT && modulusLength <= QUICK_RSA_BITS)
}
