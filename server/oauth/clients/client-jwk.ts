// Rules for clients' public keys: strong, public and meant for signatures (RFC 7518 §3.3, §3.4, conformance AST-23).
import { createPublicKey } from 'node:crypto'
import type { JWK } from 'jose'
import type { ProblemName } from '#lib/i18n/problems.ts'
import type { JwsAlgorithm } from '#lib/oauth/jws-algorithms.ts'
import { isName } from '#lib/text.ts'

const MIN_RSA_BITS = 2048 // RFC 7518 §3.3
export const CURVE_OF: Readonly<Partial<Record<JwsAlgorithm, string>>> = {
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
}
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const

/** The problem of a key; undefined when it may verify signatures. */
export function jwkProblem(jwk: JWK): ProblemName | undefined {
  if (!problems.has(jwk)) problems.set(jwk, problemOf(jwk))
  return problems.get(jwk)
}

/** By key: the keys are judged for each signature, and never change. */
const problems = new WeakMap<JWK, ProblemName | undefined>()

function problemOf(jwk: JWK): ProblemName | undefined {
  if (jwk.kid !== undefined && !(typeof jwk.kid === 'string' && isName(jwk.kid))) return 'jwk_kid' // RFC 7517 §4.5
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) return 'jwk_private'
  if (jwk.use !== undefined && jwk.use !== 'sig') return 'jwk_use'
  if (Array.isArray(jwk.key_ops) && !jwk.key_ops.includes('verify')) return 'jwk_use' // RFC 7517 §4.3
  if (jwk.kty === 'EC') return isPoint(jwk) ? undefined : 'jwk_curve'
  if (jwk.kty !== 'RSA') return 'jwk_type'
  if (modulusBits(jwk.n) < MIN_RSA_BITS) return 'jwk_bits'
  if (!isOddNumber(jwk.n)) return 'jwk_modulus'
  return isExponent(jwk.e) ? undefined : 'jwk_exponent'
}

/** What a key of a set is called: its kid, or its position, counted from 1, where it has none that can be shown. */
export const keyName = ({ kid }: JWK, index: number): string =>
  typeof kid === 'string' && kid !== '' && isName(kid) ? kid : String(index + 1)

/** True for an odd number above one (RFC 8017 §3.1). With an exponent of one, a signature is the text itself, which anybody can write. */
function isExponent(e: unknown): boolean {
  if (!isOddNumber(e)) return false
  const bytes = Buffer.from(e, 'base64url')
  return bytes.some((byte, at) => byte > (at === bytes.length - 1 ? 1 : 0))
}

/** True for an odd number, which a product of two large primes is, too, in base64url and nothing else (RFC 7518 §2). */
const isOddNumber = (text: unknown): text is string =>
  typeof text === 'string' && BASE64URL.test(text) && ((Buffer.from(text, 'base64url').at(-1) ?? 0) & 1) === 1

const BASE64URL = /^[A-Za-z0-9_-]+$/

/** True when a signature with this algorithm can come from the key. */
export function fitsAlgorithm(jwk: JWK, alg: JwsAlgorithm): boolean {
  if (jwk.alg !== undefined && jwk.alg !== alg) return false
  const curve = CURVE_OF[alg]
  return curve ? jwk.kty === 'EC' && jwk.crv === curve : jwk.kty === 'RSA'
}

/**
 * The key that a header refers to (SMART App Launch 2.2, asymmetric authentication, step 3): the key with its kid or,
 * without a kid, the only key. Undefined when there is none, or more than one.
 */
export function chooseKey(keys: readonly JWK[], alg: JwsAlgorithm, kid: string | undefined): JWK | undefined {
  const usable = keys.filter((jwk) => jwkProblem(jwk) === undefined)
  if (kid === undefined && usable.length > 1) return undefined
  const chosen = usable.filter((jwk) => (kid === undefined || jwk.kid === kid) && fitsAlgorithm(jwk, alg))
  return chosen.length === 1 ? chosen[0] : undefined
}

/** Bytes of a coordinate: RFC 7518 §6.2.1.2 requires all of them, including leading zeros. */
const COORDINATE_BYTES: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66 }

/** True when the key is a point on its curve, with coordinates of full length: Node rejects any other (RFC 7518 §6.2.1). */
function isPoint({ crv, x, y }: JWK): boolean {
  const bytes = COORDINATE_BYTES[crv ?? '']
  if (bytes === undefined || !crv || !isOfLength(x, bytes) || !isOfLength(y, bytes)) return false
  try {
    createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

const isOfLength = (text: unknown, bytes: number): text is string =>
  typeof text === 'string' && BASE64URL.test(text) && Buffer.from(text, 'base64url').length === bytes

function modulusBits(n: unknown): number {
  if (typeof n !== 'string') return 0
  const bytes = Buffer.from(n, 'base64url')
  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24
}
