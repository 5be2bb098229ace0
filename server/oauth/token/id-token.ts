// Signs the id_token of a launch (OpenID Connect Core §2, SMART App Launch 2.2 "fhirUser", conformance IDT): it holds
// person and role, no more.
import { numericDate } from '#lib/clock.ts'
import { signJwt } from '#lib/oauth/jws-signature.ts'
import type { OauthDeps } from '../deps.ts'
import type { TokenContext } from '../profiles/profile.ts'
import type { Grant } from '../store.ts'

/** It is read once, right after it is issued (conformance IDT-07). */
const ID_TOKEN_LIFETIME_S = 300

type Deps = Pick<OauthDeps, 'issuer' | 'keys' | 'clock' | 'random'>

export async function signIdToken(
  deps: Deps,
  { clientId, nonce, authTime, login }: Grant,
  { sub, fhirUser, role }: TokenContext,
): Promise<string> {
  const iat = numericDate(deps.clock())
  return signJwt(await deps.keys.active(), 'JWT', {
    iss: deps.issuer,
    sub,
    aud: clientId,
    iat,
    exp: iat + ID_TOKEN_LIFETIME_S,
    jti: deps.random.uuid(),
    auth_time: authTime,
    nonce,
    fhirUser,
    role,
    sid: login?.sid,
  })
}
