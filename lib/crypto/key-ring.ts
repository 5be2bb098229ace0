// The keys of one peer, as the peer sees them: something to sign with and a public JWK Set.
import type { CryptoKey, JWK } from 'jose'

export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
}

export interface KeyRing {
  /** The key that signs now. Asked each time, so that a rotation holds at once in every process. */
  readonly active: () => Promise<SigningKey>
  /** Public keys of everything that may still be verified: next, active and retired (RFC 7517 §5). */
  readonly publicJwks: () => Promise<{ readonly keys: readonly JWK[] }>
}
