// The keys of one peer, as the peer sees them: something to sign with and a public JWK Set.
import type { CryptoKey, JWK } from 'jose'

export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
}

export interface KeyRing {
  /** The current signing key. Read for each signature, so that a rotation takes effect immediately in every process. */
  readonly active: () => Promise<SigningKey>
  /** Public keys of everything that may still be verified: next, active and retired (RFC 7517 §5). */
  readonly publicJwks: () => Promise<{ readonly keys: readonly JWK[] }>
}
