// The keys of one peer, as the peer sees them: something to sign with and a public JWK Set.
import type { CryptoKey, JWK } from 'jose'

/** A private key with the `kid` and `alg` that its signatures name (RFC 7515 §4.1). */
export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
}

/** The keys of one peer: the one to sign with, and those to publish. */
export interface KeyRing {
  /** The current signing key. Read for each signature, so that a rotation takes effect immediately in every process. */
  readonly active: () => Promise<SigningKey>
  /** Public keys of everything that may still be verified: next, active and retired (RFC 7517 §5). */
  readonly publicJwks: () => Promise<{ readonly keys: readonly JWK[] }>
}
