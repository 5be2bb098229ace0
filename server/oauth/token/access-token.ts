// Access tokens for the FHIR API: JWTs by RFC 9068, valid for 300 seconds (conformance CCG-03, CCG-11).
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose'
import { numericDate } from '#lib/clock.ts'
import type { OauthDeps } from '../deps.ts'

/** SMART Backend Services recommends at most 300. */
export const ACCESS_TOKEN_LIFETIME_S = 300

type Deps = Pick<OauthDeps, 'issuer' | 'fhirBases' | 'keys' | 'accessTokenKeys' | 'clock' | 'random'>

/** A signed access token for a client; `scope` is the granted scope. */
export async function signAccessToken(deps: Deps, clientId: string, scope: string): Promise<string> {
  const { kid, alg, privateKey } = await deps.accessTokenKeys.active()
  const iat = numericDate(deps.clock())
  return new SignJWT({ client_id: clientId, scope })
    .setProtectedHeader({ alg, kid, typ: 'at+jwt' })
    .setIssuer(deps.issuer)
    .setSubject(clientId)
    .setAudience(deps.fhirBases.canonical)
    .setIssuedAt(iat)
    .setExpirationTime(iat + ACCESS_TOKEN_LIFETIME_S)
    .setJti(deps.random.uuid())
    .sign(privateKey)
}

export interface AccessTokenClaims {
  readonly iss: string
  readonly sub: string
  readonly aud: string
  readonly exp: number
  readonly iat: number
  readonly jti: string
  readonly client_id: string
  readonly scope: string
}

/** The claims of a valid access token of ours; undefined for anything else. */
export async function verifyAccessToken(deps: Deps, token: string): Promise<AccessTokenClaims | undefined> {
  try {
    const jwks = await deps.keys.publicJwks()
    const { payload } = await jwtVerify<AccessTokenClaims>(token, createLocalJWKSet({ keys: [...jwks.keys] }), {
      algorithms: [...new Set(jwks.keys.map(({ alg }) => alg ?? 'RS256'))],
      typ: 'at+jwt',
      issuer: deps.issuer,
      audience: deps.fhirBases.canonical,
      requiredClaims: ['sub', 'exp', 'iat', 'jti', 'client_id', 'scope'],
      currentDate: new Date(deps.clock()),
    })
    const { client_id, scope } = payload
    return typeof client_id === 'string' && typeof scope === 'string' ? payload : undefined
  } catch {
    return undefined
  }
}
