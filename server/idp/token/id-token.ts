// Signs id_tokens (OIDC Core §2).
import { numericDate } from '#lib/clock.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import { signJwt } from '#lib/oauth/jws-signature.ts'
import type { IdpDeps } from '../deps.ts'
import type { Account, IdpGrant } from '../store.ts'

/** It is read once, right after issue (conformance IDT-07). */
const LIFETIME_S = 300

/** Signs the id_token of an account for the relying party of the grant. */
export async function signIdToken(
  {
    issuer,
    keys,
    clock,
    random,
  }: Pick<IdpDeps, 'issuer' | 'clock' | 'random'> & { readonly keys: Pick<KeyRing, 'active'> },
  { clientId, nonce, authTime, sid }: IdpGrant,
  { id, username, name, role }: Account,
): Promise<string> {
  const iat = numericDate(clock())
  return signJwt(await keys.active(), 'JWT', {
    iss: issuer,
    sub: id,
    aud: clientId,
    iat,
    exp: iat + LIFETIME_S,
    jti: random.uuid(),
    nonce,
    auth_time: numericDate(authTime),
    sid,
    preferred_username: username,
    name,
    role,
    email: username,
    email_verified: false, // We send no mail to verify it, so a relying party must not trust the address.
  })
}
