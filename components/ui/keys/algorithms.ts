// The algorithms of RFC 7518 §3.1 in the terms of the Web Cryptography API.

import { JWS_ALGORITHMS, type JwsAlgorithm } from '#lib/oauth/jws-algorithms.ts'

const CURVES = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const
const NAMES = { RS: 'RSASSA-PKCS1-v1_5', PS: 'RSA-PSS' } as const
const RSA_BITS = 2048 // RFC 7518 §3.3: the least that counts.
const EXPONENT = new Uint8Array([1, 0, 1])

const isElliptic = (alg: JwsAlgorithm): alg is keyof typeof CURVES => alg.startsWith('ES')
const bitsOf = (alg: JwsAlgorithm) => Number(alg.slice(2))

/** For importing a key. */
export const importParams = (alg: JwsAlgorithm) =>
  isElliptic(alg)
    ? { name: 'ECDSA', namedCurve: CURVES[alg] }
    : { name: NAMES[alg.slice(0, 2) as keyof typeof NAMES], hash: `SHA-${bitsOf(alg)}` }

/** For making a pair. */
export const generateParams = (alg: JwsAlgorithm) =>
  isElliptic(alg)
    ? { name: 'ECDSA', namedCurve: CURVES[alg] }
    : {
        name: NAMES[alg.slice(0, 2) as keyof typeof NAMES],
        hash: `SHA-${bitsOf(alg)}`,
        modulusLength: RSA_BITS,
        publicExponent: EXPONENT,
      }

/** For a signature; a salt of RSA-PSS is as long as its hash (RFC 7518 §3.5). */
export const signParams = (alg: JwsAlgorithm) =>
  isElliptic(alg)
    ? { name: 'ECDSA', hash: `SHA-${bitsOf(alg)}` }
    : { name: NAMES[alg.slice(0, 2) as keyof typeof NAMES], saltLength: bitsOf(alg) / 8 }

/** The algorithm of a key: its own alg, otherwise by type and curve; for RSA it is RS384, as SMART specifies. */
export function algorithmOf({ kty, crv, alg }: JsonWebKey): JwsAlgorithm | undefined {
  const said = JWS_ALGORITHMS.find((one) => one === alg)
  if (said) return said
  if (kty === 'RSA') return 'RS384'
  return (Object.keys(CURVES) as (keyof typeof CURVES)[]).find((one) => CURVES[one] === crv)
}
