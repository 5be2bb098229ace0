// Access tokens for the FHIR API: JWTs by RFC 9068, valid for 300 seconds (conformance CCG-03, CCG-11).
import { jwtVerify, SignJWT } from 'jose'
import { numericDate } from '#lib/clock.ts'
import { verificationKeys } from '#lib/oauth/verification-keys.ts'
import type { OauthDeps } from '../deps.ts'

/** SMART Backend Services recommends at most 300. */
export const ACCESS_TOKEN_LIFETIME_S = 300

/** Those of our keys: until an earlier version's last token has expired, RS256, too. */
const ALGORITHMS = ['ES256', 'RS256']

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

/** Resolves to the claims of a valid access token of ours, and to undefined for anything else. */
export type VerifyAccessToken = (token: string) => Promise<AccessTokenClaims | undefined>

export function accessTokenVerification({ issuer, fhirBases, keys, clock }: Deps): VerifyAccessToken {
  const current = verificationKeys(keys.publicJwks)
  return async (token) => {
    try {
      const { payload } = await jwtVerify<AccessTokenClaims>(token, await current(), {
        algorithms: ALGORITHMS,
        typ: 'at+jwt',
        issuer,
        audience: fhirBases.canonical,
        requiredClaims: ['sub', 'exp', 'iat', 'jti', 'client_id', 'scope'],
        currentDate: new Date(clock()),
      })
      const { client_id, scope } = payload
      return typeof client_id === 'string' && typeof scope === 'string' ? payload : undefined
    } catch {
      return undefined
    }
  }
}
