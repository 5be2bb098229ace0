// Verifies the id_token: issuer of this launch, signature, audience and nonce (OpenID Connect Core §3.1.3.7,
// conformance APP-06).
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { Clock } from '#lib/clock.ts'
import { numericDate } from '#lib/clock.ts'
import { sameSecret } from '#lib/crypto/hash.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { readJwks } from '#lib/oauth/read-jwks.ts'
import { LaunchFailure } from './failure.ts'

/** The algorithm that SMART App Launch 2.2 requires for id_tokens. */
const ALG = 'RS256'
/** Tolerated clock skew, in seconds. */
const SKEW_S = 30

interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  readonly jwksUri: string
}

/** The claims of an id_token, verified to be from this issuer, for this client and this launch. Throws LaunchFailure. */
export async function verifyIdToken(
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Clock },
  idToken: string,
  expected: Expected,
): Promise<JWTPayload & { readonly sub: string }> {
  try {
    const keys = createLocalJWKSet(await readJwks(fetch, expected.jwksUri))
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      algorithms: [ALG],
      issuer: expected.issuer,
      audience: expected.clientId,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      clockTolerance: SKEW_S,
      currentDate: new Date(clock()),
    })
    assertTyp(protectedHeader.typ)
    assertNonce(payload['nonce'], expected.nonce)
    assertAuthorizedParty(payload, expected.clientId)
    if ((payload.iat ?? 0) > numericDate(clock()) + SKEW_S) throw new Error('iat is in the future')
    if (!payload.sub) throw new Error('sub is empty')
    return { ...payload, sub: payload.sub }
  } catch (cause) {
    throw new LaunchFailure('id_token', 'id_token_invalid', { cause })
  }
}

/** `typ` must be `JWT` or absent: an access token (at+jwt) or another kind of token is no id_token (RFC 8725 §3.11). */
function assertTyp(typ: string | undefined): void {
  if (typ !== undefined && typ.toLowerCase() !== 'jwt') throw new Error('typ does not belong to an id_token')
}

function assertNonce(nonce: unknown, expected: string): void {
  if (typeof nonce !== 'string' || !sameSecret(nonce, expected)) throw new Error('nonce does not belong to this launch')
}

/** OpenID Connect Core §3.1.3.7, steps 3 to 5: a token with other audiences besides us needs azp, and azp must be us. */
function assertAuthorizedParty({ aud, azp }: JWTPayload, clientId: string): void {
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) throw new Error('azp is missing')
  if (azp !== undefined && azp !== clientId) throw new Error('azp is another client')
}
