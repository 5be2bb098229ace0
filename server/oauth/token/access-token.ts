// Access tokens for the FHIR API: JWTs by RFC 9068, valid for 300 seconds (conformance CCG-03, CCG-11).
import { jwtVerify } from 'jose'
import type { LRUCache } from 'lru-cache'
import { numericDate } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { signJwt } from '#lib/oauth/jws-signature.ts'
import { type VerificationKeys, verificationKeys } from '#lib/oauth/verification-keys.ts'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { OauthDeps } from '../deps.ts'

/** SMART Backend Services recommends at most 300. */
export const ACCESS_TOKEN_LIFETIME_S = 300

/** Tokens that live five minutes, of as many clients as a domain has. */
const MOST_PROVEN = 1000
/** Those of our keys: until an earlier version's last token has expired, RS256, too. */
const ALGORITHMS = ['ES256', 'RS256']

type Deps = Pick<OauthDeps, 'issuer' | 'fhirBases' | 'keys' | 'accessTokenKeys' | 'clock' | 'random'>

/** A signed access token for a client; `scope` is the granted scope. */
export async function signAccessToken(deps: Deps, clientId: string, scope: string): Promise<string> {
  const iat = numericDate(deps.clock())
  return signJwt(await deps.accessTokenKeys.active(), 'at+jwt', {
    iss: deps.issuer,
    sub: clientId,
    aud: deps.fhirBases.canonical,
    iat,
    exp: iat + ACCESS_TOKEN_LIFETIME_S,
    jti: deps.random.uuid(),
    client_id: clientId,
    scope,
  } satisfies AccessTokenClaims)
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

/** Resource servers ask about a token again and again: its signature is verified once while the keys are the same. */
export function accessTokenVerification(deps: Deps): VerifyAccessToken {
  const current = verificationKeys(deps.keys.publicJwks)
  /** By the hash of the token. A key that is revoked takes its tokens with it. */
  let proven: { readonly keys: VerificationKeys; readonly claims: LRUCache<string, AccessTokenClaims> } | undefined
  return async (token) => {
    const keys = await current()
    if (proven?.keys !== keys) proven = { keys, claims: recentlyUsed(MOST_PROVEN) }
    const { claims } = proven
    const hash = sha256(token)
    const known = claims.get(hash)
    if (known) return known.exp > numericDate(deps.clock()) ? known : undefined
    const verified = await verifiedClaims(deps, keys, token)
    if (verified) claims.set(hash, verified)
    return verified
  }
}

async function verifiedClaims({ issuer, fhirBases, clock }: Deps, keys: VerificationKeys, token: string) {
  try {
    const { payload } = await jwtVerify<AccessTokenClaims>(token, keys, {
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
