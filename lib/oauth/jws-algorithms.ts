// The signature algorithms of JWTs that this domain accepts.

/** Asymmetric algorithms only: HTI 2.0 asks for the RS and ES ones, RFC 7518 §3.1 defines all nine. */
export const JWS_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'] as const

/** A value of `alg` that this domain accepts. */
export type JwsAlgorithm = (typeof JWS_ALGORITHMS)[number]

/** True for a signature algorithm that the domain accepts (RFC 7518 §3.1): never `none`, never HMAC. */
export const isJwsAlgorithm = (alg: unknown): alg is JwsAlgorithm =>
  (JWS_ALGORITHMS as readonly unknown[]).includes(alg)
