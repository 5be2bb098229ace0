// The published keys of an issuer, as jose takes them for verifying.
import { createLocalJWKSet, type JWK } from 'jose'

export type VerificationKeys = ReturnType<typeof createLocalJWKSet>

/** The keys that may have signed a token. The same object, with each key imported once, while the published keys are the same. */
export function verificationKeys(
  publicJwks: () => Promise<{ readonly keys: readonly JWK[] }>,
): () => Promise<VerificationKeys> {
  let known: { readonly published: readonly JWK[]; readonly keys: VerificationKeys } | undefined
  return async () => {
    const { keys: published } = await publicJwks()
    const isSame =
      known?.published.length === published.length && known.published.every((jwk, at) => jwk === published[at])
    if (!known || !isSame) known = { published, keys: createLocalJWKSet({ keys: [...published] }) }
    return known.keys
  }
}
